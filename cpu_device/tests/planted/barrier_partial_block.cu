// SPDX-License-Identifier: MIT
// barrier_partial_block.cu: the guard for the last block's surplus threads encloses the barrier, too.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says kernel sums, block (2,0,0), of 64 threads
// CPU says 22 threads wait in __syncthreads() at barrier_partial_block.cu:{guarded}: 0-21
// CPU says 42 threads wait in __syncthreads() at barrier_partial_block.cu:{all}: 22-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int n = 150, threads = 64, blocks = 3;

__global__ void sums(int *out)
{
    __shared__ int total;
    int t = threadIdx.x, i = t + blockIdx.x * threads;
    if (t == 0)
        total = 0;
#ifdef FIXED
    __syncthreads();
#endif
    if (i < n) {
#ifndef FIXED
        __syncthreads(); // {guarded}
#endif
        atomicAdd(&total, i);
    }
    __syncthreads(); // {all}
    if (t == 0)
        out[blockIdx.x] = total;
}

int main()
{
    int *dev_out, out[blocks] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sums<<<blocks, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0] + out[1] + out[2]);
#ifdef FIXED
    if (out[0] + out[1] + out[2] != n * (n - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
