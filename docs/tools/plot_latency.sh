#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Allreduce latency by size, SHARP beside the ring, from runs made here:
#   docs/tools/plot_latency.sh picture.png [HOSTS [LEAVES [SPINES]]]
# Needs build/release/sharpsim (or another in SHARPSIM) and the package gnuplot-nox. Takes about 20 s.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 4 ]; then
    echo "usage: $0 PICTURE.png [HOSTS [LEAVES [SPINES]]]" >&2
    exit 2
fi
picture=$1 hosts=${2:-128} leaves=${3:-8} spines=${4:-4}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sharpsim=${SHARPSIM:-$root/build/release/sharpsim}
command -v gnuplot >/dev/null || { echo "$0: gnuplot is not installed (package gnuplot-nox)" >&2; exit 2; }
[ -x "$sharpsim" ] || { echo "$0: no $sharpsim; build first, for example with ./run.sh" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    echo "sharpsim-ranks 1"
    echo "ranks $hosts"
    echo "rank * {"
    after=
    for bytes in 8 32 128 512 1024 4096 16384 65536 262144 1048576 4194304; do
        echo "  allreduce ${bytes}B float32 sum$after"
        after=" after"
    done
    echo "}"
} >"$work/sizes.ranks"

for path in sharp ring; do
    "$sharpsim" run --config "$root/configs/quantum2.ini" --fabric.hosts "$hosts" --fabric.leaves "$leaves" \
        --fabric.spines "$spines" --workload.kind trace --workload.file "$work/sizes.ranks" \
        --workload.path "$path" --out "$work/$path" --quiet
    # Bytes and median latency in microseconds; the columns are found by their names.
    awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { print $column["bytes"], $column["latency_median_ps"] / 1e6 }' "$work/$path/collectives.csv" >"$work/$path.dat"
done

gnuplot <<PLOT
set terminal pngcairo size 1000,620 font "DejaVu Sans,12" linewidth 1.5
set output "$picture"
set title "Allreduce of float32 over $hosts HCAs, $leaves leaves, $spines spines, Quantum-2 class switches"
set logscale x 2
set logscale y 10
set yrange [1:10000]
set xrange [5:7000000]
set xlabel "vector of one rank"
set ylabel "median latency, µs"
set xtics ("8 B" 8, "32 B" 32, "128 B" 128, "512 B" 512, "4 KiB" 4096, "16 KiB" 16384, "64 KiB" 65536, "256 KiB" 262144, "1 MiB" 1048576, "4 MiB" 4194304)
set grid xtics ytics
set key top left
plot "$work/ring.dat" with linespoints pt 5 lc rgb "#c05020" title "ring of the hosts", \
     "$work/sharp.dat" with linespoints pt 7 lc rgb "#2060a0" title "SHARP, low-latency tree"
PLOT
paste -d' ' "$work/sharp.dat" "$work/ring.dat" | awk 'BEGIN { print "  bytes  SHARP us  ring us" }
    { printf "%7d %9.3f %8.1f\n", $1, $2, $4 }'
echo "$picture"
