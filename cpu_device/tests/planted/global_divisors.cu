// SPDX-License-Identifier: MIT
// global_divisors.cu: each thread marks the multiples of its number; most numbers get several marks.
// CPU exits 3
// CPU finds race-global: writes {mark}, at {mark}
// all exits 0
#include <stdio.h>

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
    int *dev_divisors, divisors[n] = {};
    if (cudaMalloc(&dev_divisors, sizeof divisors) != cudaSuccess ||
        cudaMemset(dev_divisors, 0, sizeof divisors) != cudaSuccess)
        return 1;
    count_divisors<<<1, threads>>>(dev_divisors);
    cudaError_t error = cudaMemcpy(divisors, dev_divisors, sizeof divisors, cudaMemcpyDeviceToHost);
    cudaFree(dev_divisors);
    printf("%s, %d\n", cudaGetErrorString(error), divisors[60]);
#ifdef FIXED
    if (divisors[60] != 10 || divisors[197] != 1 || divisors[16] != 5 || divisors[0] != 0)
        return 1;
#endif
    return error != cudaSuccess;
}
