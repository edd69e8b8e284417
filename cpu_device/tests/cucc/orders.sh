#!/bin/sh
# SPDX-License-Identifier: MIT
# orders.sh CUCC SOURCE: cucc --orders runs a program in several orders, says each report once with the settings of the first
# order that shows it, and its exit status and its file of reports are those of all orders together.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"
unset CPU_DEVICE_SEED CPU_DEVICE_CORES CPU_DEVICE_MEMORY CPU_DEVICE_REPORT

# Has a race in all orders if asked for, another one with some seeds, and fails with others.
cat >some.cu <<'END'
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
__global__ void always(int *a)
{
    a[threadIdx.x] = a[(threadIdx.x + 1) % 64] + 1;
}
__global__ void sometimes(int *a)
{
    a[threadIdx.x + 1] = a[threadIdx.x] + 1;
}
int main(int count, char **words)
{
    const char *text = getenv("CPU_DEVICE_SEED");
    int seed = text != NULL ? atoi(text) : 0, *a;
    cudaMalloc(&a, 400);
    cudaMemset(a, 0, 400);
    if (count > 1 && strcmp(words[1], "always") == 0)
        always<<<1, 64>>>(a);
    if (seed == 3 || seed == 5)
        sometimes<<<1, 64>>>(a);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(a);
    puts(seed == 4 ? "another" : "the same");
    return error != cudaSuccess || (count > 1 && strcmp(words[1], "fails") == 0 && seed == 2);
}
END
"$cucc" some.cu -o some 2>log || wrong some.cu

# orders STATUS N ARGUMENT...: what is said goes to `log`.
orders() {
    wanted=$1
    shift
    "$cucc" --orders "$@" >log 2>&1
    [ $? = "$wanted" ] || wrong --orders "$@"
}

# says LINE: it is a line of the log, but for its begin.
says() {
    grep -qxF "=========     $1" log || grep -qxF "========= $1" log || wrong "--orders, which does not say: $1"
}

orders 0 4 ./some
says 'SUMMARY of 4 orders: 0 errors, 0 warnings'
[ "$(wc -l <log)" = 1 ] || wrong 'more than the summary'

orders 3 8 some always
says 'in 8 of 8 orders; the first: ./some always'
says 'in 2 of 8 orders; the first: CPU_DEVICE_CORES=6 CPU_DEVICE_SEED=3 ./some always'
says 'The program does not print the same in all orders; the first that differs: CPU_DEVICE_SEED=4 CPU_DEVICE_MEMORY=weak ./some always'
says 'SUMMARY of 8 orders: 2 errors, 0 warnings'
[ "$(grep -c 'Error: race' log)" = 2 ] || wrong 'each race is said once'

# The settings that are said show the report again.
CPU_DEVICE_SEED=3 ./some always >log 2>&1
grep -q 'kernel sometimes' log || wrong ./some

orders 1 4 ./some fails
says 'The program ends with exit status 1'
says 'in 1 of 4 orders; the first: CPU_DEVICE_CORES=1 CPU_DEVICE_SEED=2 CPU_DEVICE_MEMORY=weak ./some fails'

# The user's settings stay.
export CPU_DEVICE_CORES=2
orders 3 5 ./some
says 'in 1 of 5 orders; the first: CPU_DEVICE_SEED=3 ./some'
unset CPU_DEVICE_CORES

CPU_DEVICE_REPORT=found.json "$cucc" --orders 8 some.cu always >log 2>&1
says 'in 2 of 8 orders; the first: CPU_DEVICE_CORES=6 CPU_DEVICE_SEED=3 cucc some.cu -run --run-args always'
grep -q '^{"id":"race-global",.*"kernel":"sometimes",.*"orders":2,"first":"CPU_DEVICE_CORES=6 CPU_DEVICE_SEED=3"}$' found.json || wrong found.json
grep -qxF '{"id":"summary","errors":2,"warnings":0,"limits":0,"orders":8}' found.json || wrong found.json

CPU_DEVICE_LANGUAGE=zh "$cucc" --orders 2 ./some always >log 2>&1
grep -q '2 种次序的总结：1 个错误，0 个警告' log || wrong --orders in Chinese

# A signal ends the program that runs, too.
printf '%s\n' '#!/bin/sh' 'echo $$ >started' 'exec sleep 1000' >sleeps && chmod +x sleeps
"$cucc" --orders 2 ./sleeps >log 2>&1 &
orders=$!
until [ -s started ] || ! kill -0 $orders 2>/dev/null; do sleep 0.1; done
kill $orders
wait $orders
[ $? = 143 ] || wrong --orders, which a signal ends
! kill -0 "$(cat started)" 2>/dev/null || wrong a program that goes on after --orders

refuses '--orders takes a number from 1 to 100000, and a program with its arguments' --orders 0 ./some
refuses '--orders takes a number from 1 to 100000, and a program with its arguments' --orders ./some
refuses 'there is no program ./none' --orders 2 none
exit "${failed:?}"
