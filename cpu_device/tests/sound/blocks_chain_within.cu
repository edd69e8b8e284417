// SPDX-License-Identifier: MIT
// blocks_chain_within.cu: a chain from block to block goes on within each block by flags in shared memory: one warp
// waits for the block before and fences, a second hears of it by a volatile flag, reads what that block has stored and
// works, a third hears of that by an atomic and tells the next block. There is no barrier after the first one.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int blocks = 7, threads = 96, n = 32;

__device__ int data[n], seen[blocks];
__device__ volatile int turn;

__global__ void pass_on()
{
    __shared__ volatile int heard;
    __shared__ int done;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        heard = done = 0;
    __syncthreads();
    if (warp == 0 && lane == 0) {
        while (turn != blockIdx.x)
            __nanosleep(20);
        __threadfence();
        heard = 1;
    } else if (warp == 1) {
        while (heard == 0)
            __nanosleep(20);
        __threadfence();
        int mine = data[31 - lane];
        __syncwarp();
        data[lane] = mine + 1;
        if (lane == 3)
            seen[blockIdx.x] = mine;
        __threadfence();
        atomicAdd(&done, 1);
    } else if (warp == 2 && lane == 5) {
        while (atomicAdd(&done, 0) != 32)
            __nanosleep(20);
        __threadfence();
        turn = blockIdx.x + 1;
    }
}

int main()
{
    int result[n], looks[blocks];
    pass_on<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(result, data, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(looks, seen, sizeof looks) != cudaSuccess)
        return 1;
    for (int value : result)
        if (value != blocks)
            return 1;
    for (int b = 0; b < blocks; b++)
        if (looks[b] != b)
            return 1;
    return 0;
}
