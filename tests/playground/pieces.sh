#!/bin/sh
# SPDX-License-Identifier: MIT
# pieces.sh ROOT CXX: the device's folders as the playground compiles them (apps/playground/device.mjs): each in one piece,
# for WebAssembly. The compiler at hand only looks for errors: a name that two files of a piece have, a header that is not
# there. That takes seconds, and no packages.
set -u
root=$(realpath -- "$1") cxx=$2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
status=0
# what a piece says of itself: errors in the source $work/NAME.cpp
errors() { # NAME
    "$cxx" -std=c++17 -fsyntax-only -w -D__wasm__ -DCPU_DEVICE_RUNTIME -DCPU_DEVICE_PAGE='"/page"' \
        '-D__builtin_wasm_memory_grow(memory, pages)=(pages)' '-D__builtin_wasm_memory_size(memory)=0' \
        -include "$root/cpu_device/src/platform/wasm/call_site.h" "$work/$1.cpp" 2>&1
}

for name in run check memory api say platform; do
    also=$name
    [ $name != api ] || also=../libraries/graphs
    (cd "$root/cpu_device/src" && find $name $also -name '*.cpp' ! -path '*/linux/*') | LC_ALL=C sort -u |
        grep -vxE 'run/(builtin_variables|random_skip)[.]cpp|platform/wasm/program_part[.]cpp' |
        sed "s,.*,#include \"$root/cpu_device/src/&\"," >"$work/$name.cpp"
    errors $name >"$work/said" || { echo "FAILED: the piece $name" && head -n 20 "$work/said" && status=1; }
done
# first of all, the same must find a name that two files have
echo 'namespace { int twice; } namespace { struct { int x; } twice; }' >"$work/two.cpp"
! errors two >"$work/said" || { echo 'FAILED: a name that stands twice is not found' && status=1; }
exit $status
