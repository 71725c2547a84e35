#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# area_test.sh AREA_SCRIPT: lanes are copies of each other, so twice the beat is twice the area and no deeper.
set -euo pipefail
area=$1
command -v yosys >/dev/null || { echo "no yosys: skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$area" --out "$work/area.csv" least-16-bytes least-32-bytes
cat "$work/area.csv"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { n++; ge[n] = $column["nand2_equivalents"]; depth[n] = $column["depth_gates"]; bytes[n] = $column["beat_bytes"] }
    END {
        if (n != 2 || bytes[1] != 16 || bytes[2] != 32) { print "rows are missing"; exit 1 }
        if (ge[1] < 1000 || ge[2] < 1.9 * ge[1] || ge[2] > 2.1 * ge[1]) { print "area does not double"; exit 1 }
        if (depth[1] < 10 || depth[2] > 1.2 * depth[1]) { print "depth grows with the width"; exit 1 }
    }' "$work/area.csv"

# Whoever asks for what is not there is told what is, and gets no file.
if "$area" --out "$work/none.csv" no-such 2>"$work/error"; then exit 1; fi
grep -q "no configuration 'no-such' (there are: beat-16-bytes" "$work/error"
[ ! -e "$work/none.csv" ]
