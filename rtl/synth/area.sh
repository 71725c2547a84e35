#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# area.sh [--out FILE.csv] [CONFIGURATION...]
# Area and logic depth of the reduction ALU by Yosys: all configurations of configurations.txt, or those named.
#
# nand2_equivalents  NAND2 and NOR2 1, AND2 and OR2 1.33, inverter 0.67, XOR2, XNOR2 and MUX2 2.33, flip-flop 6 (its enable
#                    is taken for a gated clock and not counted): usual cell areas, an assumption, not a library's.
# depth_gates        the longest path between flip-flops and pins in gates of two inputs. Not a delay: no MHz follows.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
list=$here/configurations.txt
out=
wanted=()
fail() {
    echo "area.sh: $1" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case "$1" in
    --out) out=${2:?--out wants a file} && shift ;;
    --help) sed -n '3,4s/^# //p' "${BASH_SOURCE[0]}" && exit 0 ;;
    -*) fail "$1: unknown option (--out FILE, --help)" ;;
    *) wanted+=("$1") ;;
    esac
    shift
done
command -v yosys >/dev/null || fail "yosys is not installed (Debian package yosys)"
known=$(sed -n 's/^\([a-z0-9-]*\) .*/\1/p' "$list" | tr '\n' ' ')
for name in "${wanted[@]}"; do
    [[ " $known" == *" $name "* ]] || fail "no configuration '$name' (there are: ${known% })"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

synthesise() { # NAME CONSTANT=VALUE...: one line of the table
    local name=$1 constant
    shift
    rm -rf "$work/rtl" && mkdir "$work/rtl"
    cp "$here"/../*.sv "$here"/../alu.f "$work/rtl"
    cd "$work/rtl"
    for constant in "$@"; do
        grep -qE "localparam .* ${constant%%=*} *= *[0-9]+;" reduction_pkg.sv ||
            fail "$list: $name: no constant ${constant%%=*} in reduction_pkg.sv"
        sed -i -E "s/(localparam .* ${constant%%=*} *= *)[0-9]+;/\1${constant#*=};/" reduction_pkg.sv
    done
    {
        echo "read_verilog -sv $(grep -E '\.sv$' alu.f | tr '\n' ' ')"
        cat "$here/area.ys"
    } >run.ys
    yosys -q -s run.ys >log.txt 2>&1 || {
        tail -n 5 log.txt >&2
        fail "yosys failed on $name"
    }
    local bits depth
    bits=$(sed -nE 's/.*localparam .* BeatBits *= *([0-9]+);.*/\1/p' reduction_pkg.sv)
    depth=$(sed -nE 's/^Longest topological path in .*length=([0-9]+)\).*/\1/p' depth.txt)
    # Of the design as a whole: the last block of the statistics.
    awk -v name="$name" -v changed="$*" -v bytes=$((bits / 8)) -v depth="$depth" '
        BEGIN { area["NAND"] = area["NOR"] = 1; area["AND"] = area["OR"] = 1.33; area["NOT"] = 0.67
                area["XOR"] = area["XNOR"] = area["MUX"] = 2.33 }
        /=== / { cells = flops = ge = 0 }
        $1 ~ /^\$_.*_$/ {
            kind = substr($1, 3, length($1) - 3)
            if (kind ~ /^DFF/) { flops += $2; ge += 6 * $2; cells += $2 }
            else if (kind in area) { ge += area[kind] * $2; cells += $2 }
            else { print "area.sh: a cell of unknown area: " $1 > "/dev/stderr"; bad = 1; exit 1 }
        }
        END { if (!bad) printf "%s,%s,%d,%d,%d,%.0f,%d\n", name, changed, bytes, cells, flops, ge, depth }' stat.txt
}

rows=$(
    while read -r -a words; do
        [ ${#words[@]} -gt 0 ] && [[ ${words[0]} != \#* ]] || continue
        [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" ${words[0]} "* ]] || continue
        (synthesise "${words[@]}")
    done <"$list"
)
table() { printf 'configuration,constants,beat_bytes,cells,flip_flops,nand2_equivalents,depth_gates\n%s\n' "$rows"; }
if [ -n "$out" ]; then table >"$out"; else table; fi
