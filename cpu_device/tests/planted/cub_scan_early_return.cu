// SPDX-License-Identifier: MIT
// cub_scan_early_return.cu: threads without an element return before a call of BlockScan that is for all threads.
// CPU exits 3
// CPU finds part-of-block
// CPU says block (3,0,0)
// CPU says 40 threads wait in a collective of CUB at cub_scan_early_return.cu:{scan}: 0-39
// CPU finds uninitialized-shared: reads {scan}
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 64, n = 3 * threads + 40, blocks = (n + threads - 1) / threads;

__global__ void count_before(const int *values, int *before, int *of_block)
{
    using Scan = cub::BlockScan<int, threads>;
    __shared__ Scan::TempStorage temp;
    int i = blockIdx.x * threads + threadIdx.x, sum;
#ifndef FIXED
    if (i >= n)
        return;
    Scan(temp).ExclusiveSum(values[i], before[i], sum); // {scan}
#else
    int mine;
    Scan(temp).ExclusiveSum(i < n ? values[i] : 0, mine, sum);
    if (i < n)
        before[i] = mine;
#endif
    if (threadIdx.x == 0)
        of_block[blockIdx.x] = sum;
}

int main()
{
    int *values, *before, *of_block, sum = 0;
    if (cudaMalloc(&values, n * sizeof(int)) != cudaSuccess || cudaMalloc(&before, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&of_block, blocks * sizeof(int)) != cudaSuccess ||
        cudaMemset(values, 0, n * sizeof(int)) != cudaSuccess)
        return 1;
    count_before<<<blocks, threads>>>(values, before, of_block);
    cudaError_t error = cudaMemcpy(&sum, of_block, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(values);
    cudaFree(before);
    cudaFree(of_block);
    printf("%s, %d\n", cudaGetErrorString(error), sum);
    return error != cudaSuccess;
}
