#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes docs/model_reference.md from what the program says of its keys:
#   docs/tools/make_model_reference.sh SHARPSIM            to standard output
#   docs/tools/make_model_reference.sh SHARPSIM --check    exit 1 where docs/model_reference.md is not current
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || { [ $# -eq 2 ] && [ "$2" != --check ]; }; then
    echo "usage: $0 SHARPSIM [--check]" >&2
    exit 2
fi
page=$(dirname "${BASH_SOURCE[0]}")/../model_reference.md

write() {
    cat <<'TEXT'
# Model reference: every configuration key

Made by `docs/tools/make_model_reference.sh` from `build/release/sharpsim config list`; a test checks that it is current.

A key is `SECTION.NAME`: in an INI file `NAME = VALUE` below `[SECTION]`, on the command line `--SECTION.NAME VALUE`.
Values with a dimension carry their unit: `130ns`, `4KiB`, `400Gb/s`, `1.2GHz`, `2m`; a bare number there is an
error unless the table says otherwise. Later files win over earlier ones, the command line over all files.
`[override "PATTERN"]` sections give instances, and all that is inside them, values of their own, with whole keys
(`alu.back_end = lockstep`). The pattern is a shell pattern over names such as `leaf3`, `leaf3.an`, `leaf3.port7`, `host5`;
the last match wins, and one that matches nothing in the fabric is an error.
"assumption" as a source means that no public figure is known and that the number is ours.
TEXT
    LC_ALL=C "$1" config list | LC_ALL=C awk '
        NR == 1 {
            d = index($0, "default"); a = index($0, "allowed"); m = index($0, "meaning"); s = index($0, "source")
            next
        }
        function cell(from, to,    text) {
            text = to ? substr($0, from, to - from) : substr($0, from)
            gsub(/^ +| +$/, "", text)
            gsub(/\|/, "\\|", text)
            return text
        }
        {
            key = cell(1, d); section = substr(key, 1, index(key, ".") - 1)
            if (section != last) {
                printf "\n## %s\n\n| key | default | allowed | meaning | source |\n|---|---|---|---|---|\n", section
                last = section
            }
            printf "| `%s` | `%s` | %s | %s | %s |\n", key, cell(d, a), cell(a, m), cell(m, s), cell(s, 0)
        }'
}

if [ $# -eq 1 ]; then
    write "$1"
elif ! diff -u "$page" <(write "$1"); then
    echo "docs/model_reference.md is not current: $0 build/release/sharpsim >docs/model_reference.md" >&2
    exit 1
fi
