#!/bin/sh
# SPDX-License-Identifier: MIT
# skipped.sh CTEST BUILD: what CTest may count as skipped. Without a GPU it lists one test in place of all that need
# one; with a GPU, all of them. A test labelled cpu is never skipped, and one labelled tools only if a tool is missing.
set -u
ctest=$1 build=$2
needs=$(dirname "$0")/../../cpu_device/tests/needs.sh
fail() {
    echo "FAILED: $1"
    echo "$2"
    exit 1
}

right='^  Test *#[0-9]*: gpu: [1-9][0-9]* tests skipped, ' count=1
if [ "$("$(dirname "$0")/../../tools/device.sh" "$build")" = gpu ]; then right=': gpu/dot$' count='[1-9][0-9]*'; fi
listed=$("$ctest" --test-dir "$build" -N -L '^gpu$')
if ! echo "$listed" | grep -q "$right" || ! echo "$listed" | grep -qx "Total Tests: $count"; then
    fail 'CTest lists:' "$listed"
fi

# Of each test that CMake wrote down: its label, and whether a status makes it skipped.
tests=$(find "$build" -name CTestTestfile.cmake -exec grep -h '^set_tests_properties(' {} +)
wrong=$(echo "$tests" | grep 'LABELS "cpu[";]' | grep SKIP_)
[ -z "$wrong" ] || fail 'these have the label cpu, and may be skipped:' "$wrong"
wrong=$(echo "$tests" | grep -v 'LABELS "\(cpu\|tools\)[";]')
[ -z "$wrong" ] || fail 'these have neither the label cpu nor tools:' "$wrong"
all=$(find "$build" -name CTestTestfile.cmake -exec grep -h '^add_test(' {} + | wc -l)
cpu=$(echo "$tests" | grep -c 'LABELS "cpu[";]') tools=$(echo "$tests" | grep 'LABELS "tools[";]' | grep -c 'SKIP_RETURN_CODE "77"')
if [ $((cpu + tools)) != "$all" ] || [ "$cpu" -lt 100 ]; then
    fail 'tests without a label:' "$all tests, $cpu with the label cpu, $tools with tools"
fi

# ends STATUS NEEDS...
ends() {
    status=$1
    shift
    said=$(sh "$needs" "$@" 2>&1)
    [ $? = "$status" ] || fail "needs.sh $*: not status $status" "$said"
}
ends 0 sh -- true
ends 5 sh -- sh -c 'exit 5'
ends 77 sh no-such-tool -- true
ends 1 sh -- sh -c 'exit 77'
