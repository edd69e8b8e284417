// SPDX-License-Identifier: MIT
// barrier_in_function.cu: a function holds the barrier, and only the threads with an element call it.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says kernel sum, block (0,0,0), of 64 threads
// CPU says 40 threads wait in __syncthreads() at barrier_in_function.cu:{function}: 0-39
// CPU says 24 threads wait in __syncthreads() at barrier_in_function.cu:{kernel}: 40-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int n = 40, threads = 64;

__device__ void block_sum(int *total, int value)
{
    if (threadIdx.x == 0)
        *total = 0;
    __syncthreads(); // {function}
    atomicAdd(total, value);
}

__global__ void sum(int *out)
{
    __shared__ int total;
    int t = threadIdx.x;
#ifndef FIXED
    if (t < n)
        block_sum(&total, t);
#else
    block_sum(&total, t < n ? t : 0);
#endif
    __syncthreads(); // {kernel}
    if (t == 0)
        *out = total;
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != n * (n - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
