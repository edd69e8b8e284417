// SPDX-License-Identifier: MIT
// atomics_then_barrier.cu: the threads of each block add to a total by atomics, and after a barrier one thread takes a
// ticket without a fence. The last block reads the total plainly. A barrier counts as the fence of a release if all
// threads that have stored have fenced, and atomics are no stores here.
// CPU exits 0
#include <stdio.h>

const int blocks = 4, threads = 64;

__global__ void add_up(int *total, int *tickets, int *out)
{
    atomicAdd(total, 1);
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(tickets, 1) == blocks - 1) {
        __threadfence();
        *out = *total;
    }
}

int main()
{
    int *dev, out;
    if (cudaMalloc(&dev, 3 * 128) != cudaSuccess || cudaMemset(dev, 0, 3 * 128) != cudaSuccess)
        return 1;
    add_up<<<blocks, threads>>>(dev, dev + 32, dev + 64);
    if (cudaMemcpy(&out, dev + 64, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(dev) != cudaSuccess)
        return 1;
    printf("%d\n", out);
    return 0;
}
