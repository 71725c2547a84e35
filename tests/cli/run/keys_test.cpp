// SPDX-License-Identifier: Apache-2.0
// Every key of the configuration does something, and exactly the kind of thing that it is meant to do; every
// word of every choice runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <set>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

// ---- Runs to change keys of. All are small.

// Two leaves and two spines, ring: long messages, cut into packets, that meet in the switches.
const Words ring{"--fabric.hosts",   "8",     "--fabric.leaves", "2",   "--fabric.spines", "2",
                 "--workload.bytes", "64KiB", "--workload.path", "ring"};
// A tree of two levels, several operations.
const Words tree{"--fabric.hosts",   "8",     "--fabric.leaves", "2",    "--fabric.spines", "2",
                 "--workload.bytes", "12KiB", "--workload.path", "sharp"};
const Words octets = tree + Words{"--workload.type", "int8"};
const Words halves = tree + Words{"--workload.type", "float16"};
const Words special = tree + Words{"--workload.values", "special"};
const Words extremes = special + Words{"--workload.operator", "min"};
const Words slow_alu = tree + Words{"--alu.lanes", "4"};
const Words automatic{"--fabric.hosts", "8", "--workload.bytes", "2KiB"};
const Words busy{"--fabric.kind",       "single-switch", "--fabric.hosts",     "16",
                 "--workload.kind",     "synthetic",     "--workload.arrival", "saturated",
                 "--workload.duration", "20us"};
const Words iteratively = busy + Words{"--switch.scheduler", "islip"};
const Words periodic{"--fabric.kind",       "single-switch", "--fabric.hosts",     "4",
                     "--workload.kind",     "synthetic",     "--workload.arrival", "periodic",
                     "--workload.duration", "20us"};
const Words faulty = ring + Words{"--fault.fc_drop_count", "1"};
const Words stuck{"--fabric.kind",         "single-switch", "--fabric.hosts",   "2",
                  "--workload.path",       "ring",          "--workload.bytes", "1MiB",
                  "--fault.fc_drop_count", "1000000000"};
const Words recorded = tree + Words{"--wave.enable", "true", "--alu.back_end", "rtl"};
const Words recorded_long{"--fabric.kind",   "single-switch", "--fabric.hosts",      "16",
                          "--workload.kind", "synthetic",     "--workload.arrival",  "saturated",
                          "--wave.enable",   "true",          "--workload.duration", "200us"};

enum class Expect {
    equal,      // nothing but the speed of the run may change
    differs,    // the digest
    exit_1,     // the run does not complete
    exit_2,     // the configuration is refused
    text,       // equal digest, another report
    waves,      // equal digest, another waveform
    path,       // the collective takes another path
    limited_by, // the digest, and the reason that limits
};

struct KeyCase {
    const char* key;
    const Words* base;
    const char* value; // "FABRIC", "PROGRAM": a file that the test makes
    Expect expect;
};

void PrintTo(const KeyCase& c, std::ostream* os) { *os << c.key << " = " << c.value; }

const KeyCase key_cases[] = {
    {"sim.seed", &tree, "2", Expect::differs},
    {"sim.calendar", &tree, "heap", Expect::equal},
    {"sim.calendar", &busy, "heap", Expect::equal},
    {"sim.strict", &tree, "true", Expect::equal},
    {"sim.strict", &busy, "true", Expect::equal},
    {"sim.time_limit", &stuck, "100us", Expect::exit_1},
    {"sim.watchdog", &stuck, "500us", Expect::differs},
    {"fabric.kind", &automatic, "single-switch", Expect::differs},
    {"fabric.file", &automatic, "FABRIC", Expect::differs},
    {"fabric.hosts", &tree, "10", Expect::differs},
    {"fabric.leaves", &tree, "4", Expect::differs},
    {"fabric.spines", &ring, "1", Expect::differs},
    {"fabric.switch_ports", &automatic, "8", Expect::differs},
    {"fabric.uplinks_per_leaf", &ring, "2", Expect::differs},
    {"fabric.width", &tree, "2x", Expect::differs},
    {"fabric.speed", &tree, "HDR", Expect::differs},
    {"fabric.host_cable", &tree, "3m", Expect::differs},
    {"fabric.switch_cable", &tree, "11m", Expect::differs},
    {"fabric.aggregation_nodes", &automatic, "false", Expect::path},
    {"link.mtu", &ring, "2KiB", Expect::differs},
    {"link.vls", &ring, "2", Expect::differs},
    {"link.block", &ring, "128B", Expect::differs},
    {"link.buffer", &ring, "32KiB", Expect::differs},
    {"link.fc_period", &ring, "1us", Expect::differs},
    {"link.fc_watermark", &ring, "1KiB", Expect::differs},
    {"link.fc_size", &ring, "16B", Expect::differs},
    {"link.fec_tx", &tree, "11ns", Expect::differs},
    {"link.fec_rx", &tree, "61ns", Expect::differs},
    {"link.propagation", &tree, "4ns", Expect::differs},
    {"fault.fc_drop_first", &faulty, "3", Expect::differs},
    {"fault.fc_drop_count", &ring, "2", Expect::differs},
    {"switch.clock", &tree, "900MHz", Expect::differs},
    {"switch.pipeline", &tree, "101", Expect::differs},
    {"switch.scheduler", &busy, "islip", Expect::differs},
    {"switch.islip_iterations", &iteratively, "1", Expect::differs},
    {"switch.switching", &ring, "store-and-forward", Expect::differs},
    {"switch.slot", &ring, "100ns", Expect::differs},
    {"hca.post", &tree, "176ns", Expect::differs},
    {"hca.pcie", &tree, "138ns", Expect::differs},
    {"hca.fetch", &tree, "365ns", Expect::differs},
    {"hca.inline", &tree, "2KiB", Expect::differs},
    {"hca.receive", &tree, "241ns", Expect::differs},
    {"hca.poll", &tree, "63ns", Expect::differs},
    {"hca.reduce_bandwidth", &ring, "40Gb/s", Expect::differs},
    {"sharp.enable", &automatic, "false", Expect::path},
    {"sharp.profile", &automatic, "switch-ib2", Expect::path}, // with bfloat16, below
    {"sharp.payload_per_ost", &tree, "512B", Expect::differs},
    {"sharp.osts_per_group", &tree, "2", Expect::differs},
    {"sharp.osts", &tree, "4", Expect::exit_2},
    {"sharp.radix", &automatic, "4", Expect::path},
    {"sharp.tree_index", &tree, "1", Expect::differs},
    {"sharp.parse", &tree, "41", Expect::differs},
    {"sharp.turnaround", &tree, "21", Expect::differs},
    {"sharp.result", &tree, "tree", Expect::differs},
    {"sharp.port_rate", &tree, "100Gb/s", Expect::limited_by},
    {"alu.count", &slow_alu, "2", Expect::differs},
    {"alu.lanes", &tree, "2", Expect::limited_by},
    {"alu.depth", &tree, "7", Expect::differs},
    {"alu.interval", &tree, "2", Expect::differs},
    {"alu.clock", &tree, "200MHz", Expect::limited_by},
    {"alu.back_end", &tree, "rtl", Expect::equal},
    {"alu.back_end", &tree, "lockstep", Expect::equal},
    // Every result is also checked by the oracle, which follows these rules by arithmetic of its own.
    {"reduction.rounding", &tree, "down", Expect::differs},
    {"reduction.rounding", &tree, "toward_zero", Expect::differs},
    {"reduction.rounding", &tree, "up", Expect::differs},
    {"reduction.rounding", &tree, "stochastic", Expect::differs},
    {"reduction.precision", &halves, "wide19", Expect::differs},
    {"reduction.precision", &halves, "fp32", Expect::differs},
    {"reduction.precision", &halves, "exact_node", Expect::differs},
    {"reduction.precision", &halves, "exact_wire", Expect::differs},
    {"reduction.precision", &tree, "fp32", Expect::equal},         // float32 it is
    {"reduction.precision", &octets, "exact_wire", Expect::equal}, // sums of integers are exact
    {"reduction.saturate", &octets, "true", Expect::differs},
    {"reduction.saturate", &tree, "true", Expect::equal}, // ordinary numbers do not overflow
    {"reduction.nan", &extremes, "propagate", Expect::differs},
    {"reduction.nan", &special, "propagate", Expect::equal}, // a NaN wins every sum anyway
    {"reduction.flush_subnormals", &special, "true", Expect::differs},
    {"reduction.flush_subnormals", &tree, "true", Expect::equal},
    {"workload.path", &automatic, "ring", Expect::path},
    {"collective.sharp_max", &automatic, "1KiB", Expect::path},
    {"collective.sharp_min_ranks", &automatic, "9", Expect::path},
    {"collective.ring_segment", &ring, "2KiB", Expect::differs},
    {"collective.record_orders", &tree, "true", Expect::equal}, // and a file more, below
    {"workload.kind", &automatic, "synthetic", Expect::differs},
    {"workload.file", &automatic, "PROGRAM", Expect::differs}, // with kind = trace, below
    {"workload.collective", &automatic, "barrier", Expect::differs},
    {"workload.bytes", &automatic, "2052", Expect::differs},
    {"workload.type", &automatic, "int32", Expect::differs},
    {"workload.operator", &automatic, "max", Expect::differs},
    {"workload.ranks", &automatic, "7", Expect::differs},
    {"workload.iterations", &automatic, "2", Expect::differs},
    {"workload.skew", &automatic, "1us", Expect::differs},
    {"workload.compute_scale", &automatic, "2", Expect::differs}, // with kind = trace, below
    {"workload.payload", &automatic, "size-only", Expect::differs},
    {"workload.values", &automatic, "special", Expect::differs},
    {"workload.pattern", &periodic, "uniform", Expect::equal}, // the only one
    {"workload.load", &periodic, "0.4", Expect::differs},
    {"workload.arrival", &periodic, "poisson", Expect::differs},
    {"workload.packet_bytes", &periodic, "516", Expect::differs},
    {"workload.warmup", &periodic, "10us", Expect::text},
    {"workload.duration", &periodic, "21us", Expect::differs},
    {"wave.enable", &tree, "true", Expect::waves},
    {"wave.from", &recorded, "2us", Expect::waves},
    {"wave.to", &recorded, "2us", Expect::waves},
    {"wave.scope", &recorded, "leaf0", Expect::waves},
    {"wave.rtl_levels", &recorded, "1", Expect::waves},
    {"wave.max_size", &recorded_long, "256KiB", Expect::waves},
};

const char* const fabric_text = "Switch\t4 \"S-a0\"\t\t# \"one\" enhanced port 0 lid 1 lmc 0\n"
                                "[1]\t\"H-c0\"[1](c1) \t\t# \"x\" lid 3 4xNDR\n"
                                "[2]\t\"H-d0\"[1](d1) \t\t# \"y\" lid 4 4xNDR\n"
                                "\n"
                                "Ca\t1 \"H-c0\"\t\t# \"x\"\n"
                                "[1](c1) \t\"S-a0\"[1]\t\t# lid 3 lmc 0 \"one\" lid 1 4xNDR\n"
                                "\n"
                                "Ca\t1 \"H-d0\"\t\t# \"y\"\n"
                                "[1](d1) \t\"S-a0\"[2]\t\t# lid 4 lmc 0 \"one\" lid 1 4xNDR\n";

const char* const program_text =
    "sharpsim-ranks 1\nranks 4\nrank * {\n compute 1us\n allreduce 8B float32 sum after\n}\n";

std::uintmax_t wave_size(const SimRun& run)
{
    std::error_code absent;
    const std::uintmax_t size = std::filesystem::file_size(run.path() + "/waves.fst", absent);
    return absent ? 0 : size;
}

// The report without what tells of this machine and this directory.
std::string report(const SimRun& run)
{
    const std::size_t begin = run.result.out.find("\noffered");
    const std::size_t end = run.result.out.find("\nresults");
    return begin == std::string::npos ? "" : run.result.out.substr(begin, end - begin);
}

class Keys : public ::testing::TestWithParam<KeyCase> {};

TEST_P(Keys, DoesWhatItIsMeantToDo)
{
    const KeyCase& c = GetParam();
    const TempDir files;
    const std::string key = c.key;
    Words base = *c.base;
    std::string value = c.value;
    if (key == "workload.compute_scale" || key == "workload.file")
        base =
            base + Words{"--workload.kind", "trace", "--workload.file", files.write("a.ranks", program_text)};
    if (key == "sharp.profile")
        base = base + Words{"--workload.type", "bfloat16"};
    if (value == "FABRIC")
        value = files.write("fabric", fabric_text);
    if (value == "PROGRAM")
        value = files.write("b.ranks", "sharpsim-ranks 1\nranks 4\nrank * {\n barrier\n}\n");
    // A later --key would be a second one: take the first out.
    Words changed = base;
    for (std::size_t i = 0; i + 1 < changed.size(); i += 2)
        if (changed[i] == "--" + key) {
            changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i),
                          changed.begin() + static_cast<std::ptrdiff_t>(i) + 2);
            break;
        }
    const SimRun before{base};
    const SimRun after{changed + Words{"--" + key, value}};
    if (c.expect == Expect::exit_1 || c.expect == Expect::exit_2) {
        EXPECT_EQ(after.result.code, c.expect == Expect::exit_1 ? 1 : 2) << after.result.text();
        EXPECT_NE(after.result.text(), before.result.text());
        if (c.expect == Expect::exit_1) {
            EXPECT_EQ(after.status(), "incomplete");
        }
        return;
    }
    ASSERT_EQ(after.result.code, before.result.code) << after.result.text();
    if (c.base != &stuck) {
        ASSERT_EQ(after.result.code, 0) << after.result.text();
    }
    const bool equal = c.expect == Expect::equal || c.expect == Expect::text || c.expect == Expect::waves;
    EXPECT_EQ(before.digest() == after.digest(), equal);
    EXPECT_EQ(after.number("wrong"), 0U);
    switch (c.expect) {
    case Expect::text:
        EXPECT_NE(report(before), report(after));
        break;
    case Expect::waves:
        EXPECT_NE(wave_size(before), wave_size(after));
        break;
    case Expect::path:
        EXPECT_EQ(before.collectives.at(0).at("path"), "sharp-llt");
        EXPECT_EQ(after.collectives.at(0).at("path"), "ring");
        EXPECT_EQ(after.collectives.at(0).at("fallback_reason").empty(), key == "workload.path");
        break;
    case Expect::limited_by:
        EXPECT_NE(before.collectives.at(0).at("limited_by"), after.collectives.at(0).at("limited_by"));
        EXPECT_NE(after.collectives.at(0).at("limited_by").find(".an"), std::string::npos);
        break;
    default:
        break;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Keys, ::testing::ValuesIn(key_cases), [](const auto& i) {
    std::string name = std::string{i.param.key} + "_" + std::to_string(i.index);
    for (char& ch : name)
        if (ch == '.')
            ch = '_';
    return name;
});

// ---- The table of keys that the program prints

struct ListedKey {
    std::string key;
    std::string allowed;
};

std::vector<ListedKey> listed_keys()
{
    const ProgramResult result = run_program({"config", "list"});
    EXPECT_EQ(result.code, 0) << result.text();
    std::vector<ListedKey> keys;
    std::istringstream in{result.out};
    std::string line;
    std::getline(in, line);
    const std::size_t allowed = line.find("allowed");
    const std::size_t meaning = line.find("meaning");
    while (std::getline(in, line)) {
        if (line.find('.') == std::string::npos || line.size() <= meaning)
            continue;
        std::string value = line.substr(allowed, meaning - allowed);
        value.erase(value.find_last_not_of(' ') + 1);
        keys.push_back({line.substr(0, line.find(' ')), value});
    }
    return keys;
}

TEST(KeyTable, EachKeyStandsInTheTableOfThisTest)
{
    std::set<std::string> tested;
    for (const KeyCase& c : key_cases)
        tested.insert(c.key);
    std::set<std::string> listed;
    for (const ListedKey& k : listed_keys())
        listed.insert(k.key);
    EXPECT_EQ(listed, tested);
}

TEST(KeyTable, EachWordOfEachChoiceRuns)
{
    const TempDir files;
    unsigned words = 0;
    for (const ListedKey& k : listed_keys()) {
        if (k.allowed.find(" to ") != std::string::npos || k.allowed == "any text")
            continue;
        std::istringstream in{k.allowed};
        for (std::string word; std::getline(in >> std::ws, word, ',');) {
            SCOPED_TRACE(k.key + " = " + word);
            ++words;
            // Types and operators that no reducer has yet travel as sizes.
            Words args{"--fabric.hosts", "4"};
            if (k.key != "workload.payload" && k.key != "workload.values" && k.key != "alu.back_end")
                args = args + Words{"--workload.payload", "size-only"};
            if (k.key == "workload.operator")
                args = args + Words{"--workload.type", "int32"};
            if (k.key == "fabric.kind" && word == "file")
                args = args + Words{"--fabric.file", files.write("fabric", fabric_text)};
            if (k.key == "workload.kind" && word == "trace")
                args = args + Words{"--workload.file", files.write("a.ranks", program_text)};
            if (k.key == "workload.arrival" || k.key == "workload.pattern" || k.key == "switch.scheduler")
                args = args + Words{"--workload.kind", "synthetic", "--workload.duration", "5us"};
            const SimRun run{args +
                             Words{k.key == "workload.payload" ? "--workload.payload" : "--" + k.key, word}};
            EXPECT_EQ(run.result.code, 0) << run.result.text();
            EXPECT_EQ(run.number("wrong"), 0U);
        }
    }
    EXPECT_GT(words, 70U);
}

// What a run wrote down repeats it.
TEST(KeyTable, EffectiveConfigurationRepeatsTheRun)
{
    const SimRun first{tree + Words{"--seed", "77", "--workload.skew", "1us", "--link.propagation", "4.6ns",
                                    "--fabric.host_cable", "2.5m"}};
    expect_ok(first);
    const SimRun again{{"--config", first.path() + "/config.ini"}};
    expect_ok(again);
    EXPECT_EQ(again.digest(), first.digest());
    EXPECT_EQ(read_file(again.path() + "/config.ini"), read_file(first.path() + "/config.ini"));
    EXPECT_EQ(read_file(again.path() + "/counters.csv"), read_file(first.path() + "/counters.csv"));
    EXPECT_EQ(read_file(again.path() + "/collectives.csv"), read_file(first.path() + "/collectives.csv"));
}

} // namespace
