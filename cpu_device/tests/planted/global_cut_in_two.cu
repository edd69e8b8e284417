// SPDX-License-Identifier: MIT
// global_cut_in_two.cu: one allocation is cut into two arrays, and the second begins on the last element of the first.
// CPU exits 3
// CPU finds race-global: writes {x}, writes {y}
// all exits 0
#include <stdio.h>

const int n = 56;

#ifndef FIXED
const int second = n - 1;
#else
const int second = n;
#endif

__global__ void fill(float *x, float *y)
{
    int i = threadIdx.x;
    x[i] = 1.5f * i;      // {x}
    y[i] = -1.0f - 2 * i; // {y}
}

int main()
{
    float *dev_both, both[2 * n] = {};
    if (cudaMalloc(&dev_both, sizeof both) != cudaSuccess || cudaMemset(dev_both, 0, sizeof both) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(dev_both, dev_both + second);
    cudaError_t error = cudaMemcpy(both, dev_both, sizeof both, cudaMemcpyDeviceToHost);
    cudaFree(dev_both);
    printf("%s, %g %g\n", cudaGetErrorString(error), both[n - 1], both[n]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (both[i] != 1.5f * i || both[n + i] != -1.0f - 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
