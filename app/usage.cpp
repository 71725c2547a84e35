// SPDX-License-Identifier: Apache-2.0
#include "usage.h"

#include "options.h"

namespace sharpsim::app {

namespace {

// '@' stands for the program in commands that can be copied, as it was called.
const char* const overview = R"(sharpsim: a cycle-approximate model of InfiniBand switches with SHARP

  sharpsim run                  simulate; writes a directory of results
  sharpsim config list          every configuration key, its default and meaning
  sharpsim config check FILE    look for mistakes in a configuration
  sharpsim config dump          print the configuration that a run would use
  sharpsim fabric show FILE     what a fabric consists of
  sharpsim fabric check FILE    what is wrong with a fabric
  sharpsim fabric generate      write a fabric in ibnetdiscover's form
  sharpsim report DIR [DIR]     the result table of a run, or of two
  sharpsim help COMMAND         options of a command (also: COMMAND --help)
  sharpsim --version

A first run, without any file: 8 bytes summed over 128 hosts in the switches.

  @ run --fabric.hosts 128 --workload.kind collective \
    --workload.collective allreduce --workload.bytes 8B \
    --workload.type float32 --workload.operator sum --workload.path sharp

Exit codes: 0 done and right; 1 not completed, or a result could not be written;
2 bad usage, configuration or input file; 3 wrong result or broken invariant;
130 interrupted.
)";

const char* const run = R"(sharpsim run [OPTION]... [--SECTION.KEY VALUE]...

Simulates one workload on one fabric and writes a directory of results:
summary.json, collectives.csv, counters.csv, config.ini (complete: runs again).

  --config FILE        INI file of keys; may be repeated, a later file wins
  --SECTION.KEY VALUE  one key, for example --link.vls 2; wins over all files.
                       '@ config list' shows all keys
  --seed N             seed of all random streams (the key sim.seed)
  --out DIR            directory of results; default: the next free out/run-N
  --force              DIR may hold an earlier run: its files are replaced
  --progress           a line every 2 s, also where stderr is no terminal
  --perfquery          also perfquery.txt: counters as perfquery -x prints
  --quiet              no table at the end and no progress

--NAME VALUE and --NAME=VALUE are the same. Names are never abbreviated.
Ctrl-C ends a run early with its results written (status "interrupted"); a
second one ends it at once.

  @ run --config configs/quantum2.ini --fabric.hosts 128 \
    --workload.kind collective --workload.bytes 8B --out out/first
  @ run --config out/first/config.ini --seed 2
)";

const char* const config = R"(sharpsim config list [SECTION|PATTERN]
sharpsim config check FILE...
sharpsim config dump [--config FILE]... [--SECTION.KEY VALUE]... [--seed N]

list   key, default, allowed values, meaning and source. A SECTION (link) or a
       PATTERN in quotes ('*buffer*') selects. Into a pipe: one line per key.
check  reads each FILE by itself and says "ok" or what is wrong.
dump   prints the configuration of 'sharpsim run' with the same options, as an
       INI file.

Files have sections and keys:         Dimensioned values carry their unit:
  [link]                                130ns 3us   400Gb/s   4KiB 64B
  vls = 2         ; a comment           1.2GHz      3m
  [override "leaf3*"]                 Text with blanks or '#': in "quotes".
  link.buffer = 32KiB

  @ config list switch
  @ config dump --config configs/quantum2.ini --link.vls 2
)";

const char* const fabric = R"(sharpsim fabric show     [FILE] [OPTION]...
sharpsim fabric check    [FILE] [OPTION]...
sharpsim fabric generate [OPTION]... [--out FILE [--force]]

show      nodes, cables, levels, uplinks, oversubscription
check     parts without connection, missing paths, credit loops, odd cables;
          exit code 2 if there is an error, 0 with warnings and notes only
generate  writes the fabric as ibnetdiscover would print it, to FILE or to
          standard output

FILE is the output of ibnetdiscover or a net file of ibsim. Without FILE the
fabric is generated, or is the one of the keys below.

  --fabric.KEY VALUE   hosts, leaves, spines, switch_ports, ...;
                       '@ config list fabric' shows all
  --config FILE        INI file of keys; may be repeated

  @ fabric show --fabric.hosts 128 --fabric.leaves 8
  @ fabric generate --fabric.hosts 512 --out fabric.txt
  @ fabric check fabric.txt
)";

const char* const report = R"(sharpsim report DIR [DIR]

Prints, as text, what a run left in its directory:

  one DIR    its summary, and one line per kind of collective operation: latency
             over all ranks (min, median, p99, max), algorithm bandwidth, what
             limited it, and why SHARP was not used where it was not
  two DIRs   the same operations of both runs, a line for each run and path,
             with the ratio of its median latency to that of the first run

  @ report out/run-1
  @ report out/sharp out/ring
)";

std::string for_the_caller(const std::string& text)
{
    std::string out;
    for (const char c : text)
        out += c == '@' ? called_name() : std::string(1, c);
    return out;
}

const char* text_of(const std::string& topic)
{
    if (topic == "run")
        return run;
    if (topic == "config")
        return config;
    if (topic == "fabric")
        return fabric;
    if (topic == "report")
        return report;
    return overview;
}

} // namespace

std::string short_usage()
{
    return for_the_caller(
        "sharpsim: a command is needed: run, config, fabric, report; '@ --help' shows more.\n"
        "For example: @ run --workload.kind collective --workload.bytes 8B --workload.path sharp\n");
}

std::string usage(const std::string& topic) { return for_the_caller(text_of(topic)); }

} // namespace sharpsim::app
