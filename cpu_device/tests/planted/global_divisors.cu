// SPDX-License-Identifier: MIT
// global_divisors.cu: each thread marks the multiples of its number; most numbers get several marks.
// CPU exits 3
// CPU finds race-global: writes {mark}, at {mark}
// all exits 0
#include "../kernel_run.h"

const int n = 200, threads = 20;

__global__ void count_divisors(int *divisors)
{
#ifndef FIXED
    int d = threadIdx.x + 1;
    for (int multiple = d; multiple < n; multiple += d)
        divisors[multiple]++; // {mark}
#else
    for (int number = threadIdx.x; number < n; number += threads)
        for (int d = 1; d <= threads; d++)
            if (number > 0 && number % d == 0)
                divisors[number]++;
#endif
}

int main()
{
    device_array<int> divisors(n, zeros);
    count_divisors<<<1, threads>>>(divisors);
    return finish(divisors) || (is_fixed && (divisors.on_host[60] != 10 || divisors.on_host[197] != 1 ||
                                             divisors.on_host[16] != 5 || divisors.on_host[0] != 0));
}
