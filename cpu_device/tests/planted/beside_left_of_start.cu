// SPDX-License-Identifier: MIT
// beside_left_of_start.cu: the first thread reads before the start, and the others race in shared memory.
// CPU exits 1
// CPU finds illegal-address: at {left}
// CPU finds race-shared: writes {write}, reads {read}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 8 bytes
// memcheck prints in beside_left_of_start.cu:{left}
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <stdio.h>

const int n = 24;

__global__ void second_differences(const double *a, double *out)
{
    __shared__ double slope[n];
    int i = threadIdx.x;
#ifndef FIXED
    double left = a[i - 1]; // {left}
#else
    double left = i > 0 ? a[i - 1] : 0;
#endif
    slope[i] = a[i] - left; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    if (i < n - 1)
        out[i] = slope[i + 1] - slope[i]; // {read}
}

int main()
{
    double *dev_a, *dev_out, a[n], out[n - 1] = {};
    for (int i = 0; i < n; i++)
        a[i] = (i + 1) * (i + 1);
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    second_differences<<<1, n>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < n - 1; i++)
        if (out[i] != 2)
            return 1;
#endif
    return error != cudaSuccess;
}
