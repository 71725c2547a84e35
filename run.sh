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

need_packages "${build_packages[@]}"

# Options of an earlier configuration (test.sh turns the tests on) stay as they are: nothing is built twice.
if [ ! -f build/release/build.ninja ]; then
    cmake --preset release -DSHARPSIM_TESTS=OFF -DSHARPSIM_BENCH=OFF >/dev/null
fi
echo "building build/release/sharpsim"
if ! log=$(cmake --build build/release --target sharpsim 2>&1); then
    printf '%s\n' "$log" | tail -n 40 >&2
    exit 1
fi

sharpsim=build/release/sharpsim
out=out/training-step
mkdir -p "$out"
job=("$sharpsim" run --config configs/quantum2.ini --config configs/training_step.ini --quiet --force)
echo "running the training step twice, side by side: about 10 s"
"${job[@]}" --workload.path ring --out "$out/ring" &
ring=$!
code=0
"${job[@]}" --wave.enable true --out "$out/auto" || code=$?
wait "$ring" || code=$?
if [ "$code" -ne 0 ]; then
    echo "a run failed with exit code $code" >&2
    exit "$code"
fi

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
