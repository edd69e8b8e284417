#!/bin/sh
# SPDX-License-Identifier: MIT
# listeners.sh CUCC SOURCE_FOLDER: programs that ask for the device's errors (cpu_device/reports.h), and tests of
# GoogleTest and Catch2 that fail where the device reports one, as far as these are here.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >shift.h <<'END'
__global__ void shift(int *a, int n)
{
    int i = threadIdx.x;
    int next = i + 1 < n ? a[i + 1] : 0;
    a[i] = next + 1;
}
inline void run(int threads) // with more than one, there is a race
{
    int *a;
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMemset(a, 0, 64 * sizeof *a);
    shift<<<1, threads>>>(a, 64);
    cudaDeviceSynchronize();
    cudaFree(a);
}
END
cat >asks.cu <<'END'
#include "shift.h"
#include <cpu_device/reports.h>
#include <stdio.h>
#include <string.h>

static int seen;
static void note(const cpu_device_report *report, void *data)
{
    seen += strcmp(report->id, "race-global") == 0 && strcmp(report->severity, "error") == 0 &&
            strstr(report->text, "Error: race") == report->text && report->json[0] == '{' && data == &seen;
}
int main()
{
    cpu_device_on_report(note, &seen);
    run(1);
    const bool silent = seen == 0 && cpu_device_error_count() == 0;
    run(32);
    const bool told = seen == 1 && cpu_device_error_count() == 1;
    puts(silent && told ? "Yes" : "NO");
}
END
"$cucc" asks.cu -o out >log 2>&1 || wrong asks.cu
CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 ./out >log 2>&1
[ "$(cat log)" = Yes ] || wrong asks.cu
printf '#include <cpu_device/reports.h>\nint errors(void) { return (int)cpu_device_error_count(); }\n' >in_c.c
"$cucc" -Wall -Werror -c in_c.c >log 2>&1 || wrong in_c.c

cat >google.cu <<'END'
#include "shift.h"
#include <cpu_device/googletest.h>

TEST(shifts, alone) { run(1); }
TEST(shifts, race) { run(32); }
TEST(shifts, after) { run(1); }
int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new cpu_device::googletest_listener);
    return RUN_ALL_TESTS();
}
END
if echo '#include <gtest/gtest.h>' | "${CXX:-g++}" -E -x c++ - >/dev/null 2>&1; then
    "$cucc" google.cu -lgtest -o out >log 2>&1 || wrong google.cu
    ./out >log 2>&1
    { grep -q 'OK ] shifts.alone' log && grep -q 'FAILED  ] shifts.race (' log && grep -q 'OK ] shifts.after' log &&
        grep -q 'the CUDA device has reported 1 error' log; } || wrong google.cu
fi

cat >catch.cu <<'END'
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
#include "shift.h"
#include <cpu_device/catch2.h>

TEST_CASE_METHOD(cpu_device::no_errors, "alone") { run(1); }
TEST_CASE_METHOD(cpu_device::no_errors, "race") { run(32); }
END
if echo '#include <catch2/catch.hpp>' | "${CXX:-g++}" -E -x c++ - >/dev/null 2>&1; then
    "$cucc" -checked -O1 catch.cu -o out >log 2>&1 || wrong catch.cu
    ./out >log 2>&1
    { grep -q 'test cases: 2 | 1 passed | 1 failed' log && grep -q 'errors_reported == 0' log; } || wrong catch.cu
fi
exit "$failed"
