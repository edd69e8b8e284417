#!/bin/sh
# SPDX-License-Identifier: MIT
# checked.sh CUCC SOURCE_FOLDER: -checked compiles each kernel once. The program reports what others do, and nothing with
# CPU_DEVICE_CHECKS=off.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >race.cu <<'END'
#include <stdio.h>
template <class T> struct rounded {
    T value;
    rounded(T v) : value(v) {}
    rounded(const rounded &other) : value(other.value) {}
};
__global__ void sum(int *total, rounded<int> by)
{
    *total += by.value;
}
int main()
{
    int *total, result;
    cudaMallocManaged(&total, sizeof *total);
    *total = 0;
    sum<<<1, 1>>>(total, rounded<int>(1));
    cudaDeviceSynchronize();
    result = *total;
    sum<<<1, 2>>>(total, rounded<int>(1));
    cudaDeviceSynchronize();
    cudaFree(total);
    puts(result == 1 ? "Yes" : "NO");
}
END

bodies() { # how many functions the object has for the bodies of kernels
    nm -C "$1" >log && grep -c 'cpu_device::run_[a-z_]*body<' log
}
builds -checked yes.cu -o out
for option in '' -checked --checked; do
    # shellcheck disable=SC2086 # may be none
    { "$cucc" $option race.cu -c -o race.o && "$cucc" race.o -o race; } >log 2>&1 || wrong "$option"
    expected=2
    [ -z "$option" ] || expected=1
    [ "$(bodies race.o)" = $expected ] || wrong "$option": "$(bodies race.o)" bodies, not $expected
    ./race >log 2>&1
    { [ $? = 3 ] && grep -q 'race.cu:9' log; } || wrong "$option": no report
    { CPU_DEVICE_CHECKS=off ./race >log 2>&1 && [ "$(cat log)" = Yes ]; } || wrong "$option", with CPU_DEVICE_CHECKS=off
done
{ "$cucc" -ptx -o both.ptx race.cu && "$cucc" -checked -ptx -o once.ptx race.cu; } >log 2>&1 || wrong -checked -ptx
[ "$(wc -c <once.ptx)" -lt "$(wc -c <both.ptx)" ] || wrong -checked -ptx: the module is no smaller
exit "$failed"
