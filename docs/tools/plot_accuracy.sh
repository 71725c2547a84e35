#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Errors of float sums against the exact sum, by precision of the aggregation nodes:
#   docs/tools/plot_accuracy.sh picture.png
# Needs sharpsim_accuracy in build/release (or elsewhere: ACCURACY) and the package gnuplot-nox. Takes about 10 s.
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: $0 PICTURE.png" >&2
    exit 2
fi
picture=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
accuracy=${ACCURACY:-$root/build/release/sharpsim_accuracy}
command -v gnuplot >/dev/null || { echo "$0: gnuplot is not installed (package gnuplot-nox)" >&2; exit 2; }
[ -x "$accuracy" ] || { echo "$0: no $accuracy; build first, for example with ./run.sh" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$accuracy" >"$work/accuracy.csv"

# Ranks and mean error of one line of the plot.
select_rows() { # type precision rounding
    awk -F, -v type="$1" -v precision="$2" -v rounding="$3" \
        '$1 == type && $2 == precision && $3 == rounding { print $4, $5 }' "$work/accuracy.csv"
}
for type in float16 bfloat16 float8_e4m3 float8_e5m2; do
    for precision in native wide19 fp32 exact_node exact_wire; do
        select_rows "$type" "$precision" nearest_even >"$work/$type.$precision.dat"
    done
    select_rows "$type" native stochastic >"$work/$type.stochastic.dat"
done

{
    cat <<PLOT
set terminal pngcairo size 1200,900 font "DejaVu Sans,11" linewidth 1.4
set output "$picture"
set multiplot layout 2,2 title "Mean error of a sum of N(0,1) operands against the exact sum: leaves of 32 ranks, one root"
set logscale x 2
set logscale y 10
set format y "10^{%T}"
set xlabel "ranks"
set ylabel "mean |error|"
set grid xtics ytics
set xrange [1.8:1150]
set key top left noenhanced
PLOT
    for type in float16 bfloat16 float8_e4m3 float8_e5m2; do
        echo "set title \"$type\" noenhanced"
        line="plot"
        colours=("" "#8040a0" "#c05020" "#40a0c0" "#208040" "#808080" "#2060a0")
        number=0
        for what in stochastic native wide19 fp32 exact_node exact_wire; do
            number=$((number + 1))
            [ -s "$work/$type.$what.dat" ] || continue
            title=$what
            [ "$what" = stochastic ] && title="native, stochastic rounding"
            line="$line \"$work/$type.$what.dat\" with linespoints pt $((number + 3)) lc rgb \"${colours[number]}\" title \"$title\","
        done
        echo "${line%,}"
    done
    echo "unset multiplot"
} | gnuplot
awk -F, 'NR == 1 || ($4 == 64 || $4 == 1024)' "$work/accuracy.csv"
echo "$picture"
