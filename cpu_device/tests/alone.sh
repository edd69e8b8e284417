#!/bin/sh
# SPDX-License-Identifier: MIT
# alone.sh ROOT [--install]: a copy of cpu_device alone, in an empty folder, is a project: it is configured, has its tests, and
# is built, which compiles the device again; some of its tests run. With --install, it is also installed and used, which
# compiles the device once more.
set -u
root=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset CUCC_BUILD
cp -r "$root/cpu_device" "$work/alone" && cd "$work" || exit 1

step() {
    "$@" >log 2>&1 && return
    echo "FAILED: $*"
    tail -n 40 log
    exit 1
}
step cmake -S alone -B build -G Ninja "-DCMAKE_INSTALL_PREFIX=$work/installed"
step ctest --test-dir build -N
for name in cpu/planted/race_bitmap cpu/sound/bitonic_sort cpu/conformance/atomics_integer cpu/report/texts; do
    grep -q " $name\$" log || { echo "FAILED: there is no test $name" && exit 1; }
done
cmp "$root/LICENSE" alone/LICENSE || { echo "FAILED: the licence is another" && exit 1; }
step cmake --build build --target expect cpu/planted/race_bitmap cpu/planted/race_bitmap_fixed cpu/sound/bitonic_sort cpu/conformance/atomics_integer
step ctest --test-dir build -R '^cpu/(planted/race_bitmap|planted/race_bitmap_fixed|sound/bitonic_sort|conformance/atomics_integer|isolation/symbols|rooms)$'
grep -q '100% tests passed, 0 tests failed out of 6' log || { echo "FAILED: not six tests" && cat log && exit 1; }
[ "${2:-}" = --install ] || exit 0
step cmake --install build --component cucc
step cmake --install build --component device
step installed/bin/cucc alone/tests/planted/race_bitmap.cu -o race
./race >log 2>&1
grep -q 'Error: race on shared memory' log || { echo "FAILED: the installed cucc" && cat log && exit 1; }
