// SPDX-License-Identifier: MIT
// memory_add_without_memset.cu: a kernel adds to memory from cudaMalloc that nobody has set to zero.
// CPU exits 3
// CPU finds uninitialized-global
// CPU says kernel add, block (0,0,0), thread (0,0,0) reads at memory_add_without_memset.cu:{add}
// CPU says sums[0] (1024 bytes from cudaMalloc at memory_add_without_memset.cu:{malloc}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
// initcheck prints in memory_add_without_memset.cu:{add}
#include <stdio.h>

const int n = 256;

__global__ void add(int *sums)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    sums[i] += 7 * i; // {add}
}

int main()
{
    int *dev_sums, sums[n] = {};
    if (cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess) // {malloc}
        return 1;
#ifdef FIXED
    cudaMemset(dev_sums, 0, sizeof sums);
#endif
    add<<<2, n / 2>>>(dev_sums);
    cudaError_t error = cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(dev_sums);
    printf("%s, %d\n", cudaGetErrorString(error), sums[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (sums[i] != 7 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
