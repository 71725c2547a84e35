#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and runs the main job: one data-parallel training step over 128 HCAs on 8 leaves
# and 4 spines of Quantum-2 class switches, first with SHARP where it pays, then with all collectives on a ring of
# the hosts. Results go to out/training-step/{auto,ring}, which are replaced.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ $# -gt 0 ]; then
    sed -n '3,5s/^# //p' "$0"
    [ "$1" = --help ] && exit 0
    exit 2
fi
. cmake/packages.sh

begin=$SECONDS
step() { echo "== $*"; }

# What ninja prints, as one line that counts on a terminal, elsewhere as a line each tenth.
show_progress() {
    local line count all tenth total=0 last
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        count=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        [ "$all" -ge 10 ] || continue # looking for new files comes first, and is quick
        [ "$all" -eq "$total" ] || { total=$all last=0; }
        tenth=$((count * 10 / all))
        if [ -t 1 ]; then
            printf '\r   %d of %d steps ' "$count" "$all"
        elif [ "$tenth" -gt "$last" ]; then
            echo "   $count of $all steps"
            last=$tenth
        fi
    done
    [ ! -t 1 ] || printf '\r%24s\r' ''
}

step "packages"
need_packages "${build_packages[@]}"

mkdir -p build/release
log=$PWD/build/release/run.log # of configuring and building
: >"$log"
# Options of an earlier configuration (test.sh turns the tests on) stay as they are: nothing is built twice.
if [ ! -f build/release/build.ninja ]; then
    step "configuring; Verilator translates the RTL of the ALU"
    if ! cmake --preset release -DSHARPSIM_TESTS=OFF -DSHARPSIM_BENCH=OFF >>"$log" 2>&1; then
        tail -n 40 "$log" >&2
        exit 1
    fi
fi
step "building build/release/sharpsim"
if ! cmake --build build/release --target sharpsim 2>&1 | show_progress; then
    tail -n 40 "$log" >&2
    exit 1
fi

sharpsim=build/release/sharpsim
out=out/training-step
mkdir -p "$out"
job=("$sharpsim" run --config configs/quantum2.ini --config configs/training_step.ini --force)
step "running the training step twice, side by side: SHARP where it pays ($out/auto), all on a ring ($out/ring)"
running=$SECONDS
"${job[@]}" --quiet --workload.path ring --out "$out/ring" &
ring=$!
code=0
# Its progress is seen; the table comes below.
"${job[@]}" --progress --wave.enable true --out "$out/auto" >"$out/auto.txt" || code=$?
[ "$code" -eq 0 ] || cat "$out/auto.txt" >&2
wait "$ring" || code=$?
if [ "$code" -ne 0 ]; then
    echo "a run failed with exit code $code" >&2
    exit "$code"
fi
rm -f "$out/auto.txt"
echo "== done: runs $((SECONDS - running)) s, everything $((SECONDS - begin)) s"

cat <<'TEXT'

SHARP beside ring: auto takes the aggregation tree up to collective.sharp_max, ring the hosts' ring for everything.
The latency of a rank lasts from its call to the result in its memory; bandwidth is the vector over the median.

TEXT
"$sharpsim" report "$out/auto" "$out/ring"
cat <<TEXT

The ring is the only host-based algorithm so far; for 8 bytes a real library would use one with fewer steps.

results    $out/auto and $out/ring: summary.json collectives.csv counters.csv config.ini
counters   column -s, -t < $out/auto/counters.csv | less -S
waves      gtkwave $out/auto/waves.gtkw       (leaf3 with its ALU's RTL in lockstep, and the root of the tree)
again      $sharpsim run --config $out/auto/config.ini
by size    docs/tools/plot_latency.sh out/latency.png       (SHARP against the ring from 8 B to 4 MiB)
TEXT
