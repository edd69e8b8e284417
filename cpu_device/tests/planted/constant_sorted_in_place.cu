// SPDX-License-Identifier: MIT
// constant_sorted_in_place.cu: a function sorts what it is given where it lies, and is given a constant table.
// CPU exits 3
// CPU reports 2
// CPU finds constant-written: writes {swap}
// all exits 0
#include <stdio.h>

const int n = 6;

__constant__ short table[n] = {8, 3, 11, 5, 2, 9};
#ifndef FIXED
__device__ short own_table[n];
#endif

__device__ void sort(short *a)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            short smaller = a[j];
            a[j] = a[j - 1]; // {swap}
            a[j - 1] = smaller;
        }
}

__global__ void median([[maybe_unused]] bool own, short *out)
{
#ifndef FIXED
    short *sorted = own ? own_table : table;
#else
    short sorted[n];
    for (int i = 0; i < n; i++)
        sorted[i] = table[i];
#endif
    sort(sorted);
    *out = (short)((sorted[n / 2 - 1] + sorted[n / 2]) / 2);
}

int main()
{
    short *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    median<<<1, 1>>>(false, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 6)
        return 1;
#endif
    return error != cudaSuccess;
}
