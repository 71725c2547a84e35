#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./test.sh          installs what is missing, builds everything, runs all tests and checks; 0 if all is well
# ./test.sh --quick  without the slow extras: clang-tidy and the tests under the sanitizers
# Every step runs even where an earlier one failed, except that nothing can be tested that does not build.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
quick=no
case "${1-}" in
'') ;;
--quick) quick=yes ;;
*)
    sed -n '3,5s/^# //p' "$0"
    [ "$1" = --help ] && exit 0
    exit 2
    ;;
esac
. cmake/packages.sh

failed=()
step() { # NAME COMMAND...: runs it, says how long it took, and remembers a failure
    local name=$1 begin=$SECONDS
    shift
    echo "== $name"
    if "$@"; then
        echo "== $name: ok, $((SECONDS - begin)) s"
    else
        echo "== $name: FAILED, $((SECONDS - begin)) s"
        failed+=("$name")
        return 1
    fi
}

our_sources() { # of the folders that hold C++ of ours
    find app bench models tb tests -name '*.h' -o -name '*.cpp' | sort
}

build() { # PRESET ON|OFF (benchmarks) [TARGET]: quiet while all goes well
    local log
    if ! log=$(cmake --preset "$1" -DSHARPSIM_TESTS=ON -DSHARPSIM_BENCH="$2" 2>&1); then
        printf '%s\n' "$log" | tail -n 40
        return 1
    fi
    if ! log=$(cmake --build "build/$1" --target "${3:-all}" 2>&1); then
        printf '%s\n' "$log" | grep -v '^\[[0-9]*/[0-9]*\]' | tail -n 80
        return 1
    fi
}

check_format() { our_sources | xargs clang-format-14 --dry-run -Werror; }

# Models take time from their calendar: the kernel's own is stale while the calendar is drained.
check_time_source() {
    if grep -rn 'sc_time_stamp *(' models --include='*.h' --include='*.cpp' | grep -v '^models/base/kernel/' |
        grep -v '//.*sc_time_stamp'; then
        echo "sc_time_stamp() outside models/base/kernel: use Calendar::now()"
        return 1
    fi
}

lint_rtl() { (cd rtl && verilator --lint-only -Wall -f alu.f --top-module reduction_alu); }

# The folders with the decisions; not what Verilator has written.
check_tidy() {
    local log
    log=$(run-clang-tidy-14 -quiet -extra-arg=-Wno-ignored-optimization-argument -p build/release "$PWD/(app|models|tb)/.*\.cpp$" 2>&1) && return 0
    printf '%s\n' "$log" | grep -E 'error:|warning:' | sort -u
    return 1
}

run_tests() {
    ctest --test-dir build/release -LE nightly --output-on-failure -j"$(nproc)" 2>&1 | tee build/release/ctest.log
}

run_sanitized() {
    local log
    if log=$(ctest --test-dir build/asan -L 'unit|integration' -LE 'nightly|slow' --output-on-failure -j"$(nproc)" 2>&1); then
        printf '%s\n' "$log" | grep 'tests passed'
    else
        printf '%s\n' "$log" | tail -n 200
        return 1
    fi
}

packages=("${build_packages[@]}" libgtest-dev libbenchmark-dev gtkwave tshark yosys clang-format-14)
[ "$quick" = yes ] || packages+=(clang-tidy-14)
step packages need_packages "${packages[@]}" || exit 1
step format check_format
step "time source" check_time_source
step "RTL lint" lint_rtl
step build build release ON || exit 1
step tests run_tests
if [ "$quick" = no ]; then
    step "sanitizer build" build asan OFF part_tests && step "sanitizer tests" run_sanitized
    step clang-tidy check_tidy
fi

if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
# ctest's closing line once more, for whoever looks at the end only.
grep "tests passed" build/release/ctest.log
echo "all checks passed in $SECONDS s"
