// SPDX-License-Identifier: Apache-2.0
// The save file beside a waveform names only what the file contains, and only what moves.
#include "observe/gtkw.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/random.h"
#include "counter_instance.h"
#include "script.h"
#include "vcd_reader.h"

namespace sharpsim::test {
namespace {

std::string save_path() { return wave_path().substr(0, wave_path().size() - 3) + "gtkw"; }

std::string read(const std::string& path)
{
    std::ostringstream out;
    out << std::ifstream{path}.rdbuf();
    return out.str();
}

// A leaf with twelve ports of which nine are busy, two RTL instances, and a spine: 100 ns to 2.1 us.
void record(WaveWriter& waves, Calendar& calendar)
{
    Script script{calendar};
    CounterInstance alu0{&waves};
    CounterInstance alu1{&waves};
    std::vector<std::array<SignalId, 3>> ports;
    for (unsigned p = 1; p <= 12; ++p) {
        const std::string port = "leaf0.port" + std::to_string(p);
        ports.push_back({waves.declare(port, "queue_bytes", 20, SignalKind::level),
                         waves.declare(port, "credits", 12, SignalKind::number),
                         waves.declare(port, "link_busy", 1, SignalKind::bit)});
    }
    const SignalId osts = waves.declare("leaf0.an", "osts_in_use", 8, SignalKind::level);
    const SignalId kind = waves.declare("leaf0.an", "last_kind", 64, SignalKind::text);
    const SignalId tag = waves.declare("leaf0.an", "last_group", 24, SignalKind::code);
    const SignalId spine = waves.declare("spine0.port1", "link_busy", 1, SignalKind::bit);
    waves.add_rtl("leaf0.an.alu0", [&](void* fst) { alu0.add_to_trace(fst); });
    waves.add_rtl("leaf0.an.alu1", [&](void* fst) { alu1.add_to_trace(fst); });
    waves.open(wave_path());
    for (const auto& p : ports)
        waves.set(p[1], 2048);
    const RandomStream random{7, "traffic"};
    for (std::uint64_t n = 0; n < 400; ++n) {
        const std::uint64_t t = 100'000 + n * 5'000;
        const std::uint64_t r = random.at(n);
        script.at(t, [&, n, r] {
            const std::size_t p = r % 9;
            waves.set(ports[p][0], (r >> 8) % 8 * 4096);
            waves.set(ports[p][1], 2048 - (r >> 16) % 900);
            waves.set(ports[p][2], r >> 32 & 1);
            waves.set(osts, (n / 20) % 8);
            waves.set(kind, text_value(n / 50 % 2 == 0 ? "request" : "result"));
            waves.set(tag, 0x00a100 + n / 40);
            waves.set(spine, n / 30 & 1);
        });
        if (n % 100 < 60) {
            script.at(
                t + 7, [&, n, t] { alu0.edge(static_cast<std::uint8_t>(n), n == 0, Picoseconds{t + 2'507}); },
                Stage::rtl);
            script.at(
                t + 9, [&, n, t] { alu1.edge(3, n == 0, Picoseconds{t + 2'509}); }, Stage::rtl);
        }
    }
    script.run();
    waves.close();
}

WaveConfig late()
{
    WaveConfig config;
    config.from = Picoseconds{100'000};
    return config;
}

TEST(Gtkw, NamesOnlySignalsThatTheFileHas)
{
    Calendar calendar;
    WaveWriter waves{calendar, late()};
    record(waves, calendar);
    write_gtkw(waves, save_path());
    const Vcd vcd = read_fst(wave_path());
    std::istringstream in{read(save_path())};
    unsigned rows = 0;
    int depth = 0;
    std::string flags;
    for (std::string line; std::getline(in, line);) {
        if (line.front() == '@') {
            flags = line.substr(1);
            const auto bits = std::stoul(flags, nullptr, 16);
            depth += (bits & 0x800000) != 0 ? 1 : 0;
            depth -= (bits & 0x1000000) != 0 ? 1 : 0;
            EXPECT_GE(depth, 0);
        }
        if (line.substr(0, 2) != "+{")
            continue;
        const std::string path = line.substr(line.find("} ") + 2);
        const std::size_t range = path.find('[');
        const std::string name = path.substr(0, range);
        ASSERT_EQ(vcd.ranges.count(name), 1U) << line;
        EXPECT_EQ(vcd.ranges.at(name), range == std::string::npos ? "" : path.substr(range)) << line;
        EXPECT_FALSE(flags.empty());
        ++rows;
    }
    EXPECT_EQ(depth, 0);
    // Four of nine busy ports, three quantities; three signals of the AN; one of the spine; five pins of two
    // RTLs.
    EXPECT_EQ(rows, 4U * 3 + 3 + 1 + 5 * 2);
}

TEST(Gtkw, OpensAtTheWindowWithRelativeNames)
{
    Calendar calendar;
    WaveWriter waves{calendar, late()};
    record(waves, calendar);
    GtkwOptions options;
    options.marker = Picoseconds{1'234'567};
    write_gtkw(waves, save_path(), options);
    const std::string text = read(save_path());
    EXPECT_EQ(text.find('/'), std::string::npos);
    EXPECT_NE(text.find("[dumpfile] \"sharpsim_OpensAtTheWindowWithRelativeNames.fst\"\n"),
              std::string::npos);
    EXPECT_NE(text.find("[timestart] 100000\n"), std::string::npos);
    const std::size_t star = text.find("\n*-");
    ASSERT_NE(star, std::string::npos);
    std::istringstream numbers{text.substr(star + 2)};
    double zoom = 0;
    std::uint64_t marker = 0;
    numbers >> zoom >> marker;
    EXPECT_EQ(marker, 1'234'567U);
    // Picoseconds per 200 pixels, times the width of the waves, is the recorded time, nearly 2 us.
    EXPECT_NEAR(std::exp2(-zoom) / 200 * (1600 - 370), 1'995'000, 20'000);
}

TEST(Gtkw, AnEmptyRecordingListsItsSignals)
{
    Calendar calendar;
    WaveWriter waves{calendar, {}};
    (void)waves.declare("leaf0.port1", "x", 8, SignalKind::number);
    waves.open(wave_path());
    waves.close();
    write_gtkw(waves, save_path());
    EXPECT_NE(read(save_path()).find("+{x} leaf0.port1.x[7:0]\n"), std::string::npos);
    EXPECT_THROW(write_gtkw(waves, "/nonexistent/waves.gtkw"), InputError);
}

} // namespace
} // namespace sharpsim::test
