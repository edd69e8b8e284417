// SPDX-License-Identifier: MIT
// memory_before_start.cu: the first thread has no left neighbour, but reads it all the same.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel differences, block (0,0,0), thread (0,0,0), at memory_before_start.cu:{read}
// CPU says reads a[-1] at address
// CPU says 4 bytes before 256 bytes from cudaMalloc at memory_before_start.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_before_start.cu:{read}
#include <stdio.h>

const int n = 64;

__global__ void differences(const int *a, int *out)
{
    int i = threadIdx.x, left = 0;
#ifdef FIXED
    if (i > 0)
#endif
        left = a[i - 1]; // {read}
    out[i] = a[i] - left;
}

int main()
{
    int *dev_a, *dev_out, a[n], out[n] = {};
    for (int i = 0; i < n; i++)
        a[i] = 5 * i + 5;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || // {malloc}
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    differences<<<1, n>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != 5)
            return 1;
#endif
    return error != cudaSuccess;
}
