// SPDX-License-Identifier: MIT
// race_twin_kernels.cu: two kernels of the same text, of which the second is launched with too many threads. The report
// names its lines, and both branches, which do the same.
// CPU exits 3
// CPU finds race-global: writes {low}, writes {low}
// CPU says The same at race_twin_kernels.cu:{low} and race_twin_kernels.cu:{high}
// all exits 0
#include <stdio.h>

__global__ void mark(int *last)
{
    int t = threadIdx.x;
    if (t < 16)
        *last = t;
    else
        *last = t;
}

__global__ void mark_again(int *last)
{
    int t = threadIdx.x;
    if (t < 16)
        *last = t; // {low}
    else
        *last = t; // {high}
}

int main()
{
#ifdef FIXED
    const int threads = 1;
#else
    const int threads = 32;
#endif
    int *dev_last, last = -1;
    if (cudaMalloc(&dev_last, sizeof(int)) != cudaSuccess)
        return 1;
    mark<<<1, 1>>>(dev_last);
    mark_again<<<1, threads>>>(dev_last);
    cudaError_t error = cudaMemcpy(&last, dev_last, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(dev_last);
    printf("%s, %d\n", cudaGetErrorString(error), last);
    return error != cudaSuccess;
}
