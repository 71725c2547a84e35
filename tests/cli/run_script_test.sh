#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_script_test.sh SOURCES: run.sh with a cmake and a sharpsim that only pretend. What it says and how it ends.
set -euo pipefail
source=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/cmake" "$root/bin"
cp "$source/run.sh" "$root/"
cat >"$root/cmake/packages.sh" <<'SH'
build_packages=(none)
need_packages() { :; }
SH
cat >"$root/bin/cmake" <<'SH'
#!/usr/bin/env bash
if [ "$1" = --preset ]; then
    [ "${FAIL-}" != configure ] || { echo "no Verilator"; exit 1; }
    touch build/release/build.ninja
    exit 0
fi
echo "[0/2] Re-checking globbed directories..."
for ((n = 1; n <= 204; ++n)); do
    [ "${FAIL-}" != build ] || [ "$n" -ne 100 ] || { echo "a.cpp:1: error: no such thing"; exit 1; }
    echo "[$n/204] Building x"
done
cp "$SHARPSIM" build/release/sharpsim
SH
cat >"$root/bin/sharpsim" <<'SH'
#!/usr/bin/env bash
echo "$*" >>calls
case "$*" in
report*) echo "the table" ;;
*ring*) [ "${FAIL-}" != ring ] || exit 3 ;;
*) [ "${FAIL-}" != auto ] || { echo "stalled: nobody moves"; exit 1; } ;;
esac
SH
chmod +x "$root/bin/"*
export PATH=$root/bin:$PATH SHARPSIM=$root/bin/sharpsim

fail() {
    echo "FAILED: $1" >&2
    sed 's/^/    /' "$root/said" >&2
    exit 1
}
expect() { # CODE TEXT...: run.sh ends with CODE and says each TEXT
    local wanted=$1 code=0 text
    shift
    "$root/run.sh" >"$root/said" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted"
    for text in "$@"; do
        grep -qF -- "$text" "$root/said" || fail "does not say '$text'"
    done
}
expect_not() { ! grep -qF -- "$1" "$root/said" || fail "says '$1'"; }

expect 0 "== configuring" "== building" "   21 of 204 steps" "   204 of 204 steps" "== running" "== done" "the table"
[ "$(grep -c ' of 204 steps$' "$root/said")" -eq 10 ] || fail "does not tell each tenth once"
expect_not " of 2 steps"
grep -q -- "--workload.path ring" "$root/calls" && grep -q -- "--progress" "$root/calls" || fail "other runs than meant"
expect 0 "== building" "the table"
expect_not "== configuring" # what is there stays

FAIL=ring expect 3 "exit code 3"
expect_not "the table"
FAIL=auto expect 1 "exit code 1" "stalled: nobody moves"
FAIL=build expect 1 "error: no such thing"
expect_not "== running"
rm "$root/build/release/build.ninja"
FAIL=configure expect 1 "no Verilator"
expect_not "== building"
"$root/run.sh" --help >"$root/said"
expect_not "== "
code=0
"$root/run.sh" --nonsense >"$root/said" || code=$?
[ "$code" -eq 2 ] || fail "takes arguments that mean nothing"
