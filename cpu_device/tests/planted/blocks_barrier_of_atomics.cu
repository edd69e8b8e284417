// SPDX-License-Identifier: MIT
// blocks_barrier_of_atomics.cu: all blocks count themselves before one goes on, by atomics without fences.
//
// Within block 0 the load and the store are in order: the store races with another block's load, and so the report
// says. There is one, also where a later launch looks at another line too.
// CPU exits 3
// CPU finds race-between-blocks
// CPU says block (0,0,0), thread (127,0,0) writes at blocks_barrier_of_atomics.cu:{change}
// CPU says another block reads at blocks_barrier_of_atomics.cu:{look}
// CPU says 1 error, 0 warnings
// all exits 0
#include <stdio.h>

const int blocks = 4, threads = 128, rounds = 3;

__device__ unsigned arrived; // blocks, in all rounds

// Block after block looks at the level. When all have, the first one changes it.
__global__ void one_round(int *level, int *seen, int round)
{
    __shared__ int mine;
    if (threadIdx.x == 0) {
        int early = 0;
        if (round > 0)
            early = *level; // the same bug
        while (atomicAdd(&arrived, 0) < round * blocks + blockIdx.x)
            ;
        mine = *level; // {look}
        seen[round * blocks + blockIdx.x] = 10 * mine + early;
#ifdef FIXED
        __threadfence();
#endif
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < (unsigned)((round + 1) * blocks))
            ;
#ifdef FIXED
        __threadfence();
#endif
    }
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == threads - 1)
        *level = mine + 1; // {change}
}

int main()
{
    int *dev_level, *dev_seen, seen[rounds * blocks] = {};
    if (cudaMalloc(&dev_level, sizeof *dev_level) != cudaSuccess || cudaMalloc(&dev_seen, sizeof seen) != cudaSuccess ||
        cudaMemset(dev_level, 0, sizeof *dev_level) != cudaSuccess)
        return 1;
    cudaError_t error = cudaSuccess;
    for (int round = 0; round < rounds && error == cudaSuccess; round++) {
        void *arguments[] = {&dev_level, &dev_seen, &round};
        error = cudaLaunchCooperativeKernel(one_round, blocks, threads, arguments);
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(seen, dev_seen, sizeof seen, cudaMemcpyDeviceToHost);
    cudaFree(dev_level);
    cudaFree(dev_seen);
    printf("%s, %d\n", cudaGetErrorString(error), seen[rounds * blocks - 1]);
#ifdef FIXED
    for (int i = 0; i < rounds * blocks; i++)
        if (seen[i] != i / blocks * 11)
            return 1;
#endif
    return error != cudaSuccess;
}
