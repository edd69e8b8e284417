// SPDX-License-Identifier: MIT
// readers_release_each.cu: several readers of one slot, in rounds: each says itself that it has read; one of each warp
// does after a __syncwarp(), of all lanes or of half of them; one of the block does after a barrier; and readers in
// another block.
#include <stdio.h>

const int threads = 128, rounds = 6, few = 4; // few: of the block that waits for another one

__device__ int slot_of_grid, full_of_grid, empty_of_grid;

// The thread has read, and says so. Returns how many of `readers` do.
__device__ int releases(int way, int *empty)
{
    const int t = threadIdx.x - 32, lane = t % 32;
    switch (way % 3) {
    case 0:
        __threadfence_block();
        atomicAdd(empty, 1);
        return threads - 32;
    case 1:
        __syncwarp();
        __threadfence_block();
        if (lane == 5)
            atomicAdd(empty, 1);
        return (threads - 32) / 32;
    default:
        __syncwarp(lane < 16 ? 0xffff : 0xffff0000);
        __threadfence_block();
        if (lane % 16 == 0)
            atomicAdd(empty, 1);
        return (threads - 32) / 16;
    }
}

__device__ int readers_of(int way)
{
    const int of_way[] = {threads - 32, (threads - 32) / 32, (threads - 32) / 16};
    return of_way[way % 3];
}

__global__ void pass(int *out)
{
    __shared__ int slot, full, empty;
    const int t = threadIdx.x;
    int sum = 0;
    if (t == 0)
        full = empty = 0;
    __syncthreads();
    for (int round = 0, released = 0; round < rounds; round++) {
        if (t == 0) {
            slot = round;
            __threadfence_block();
            atomicExch(&full, round + 1);
            released += readers_of(round);
            while (atomicAdd(&empty, 0) < released)
                ;
            __threadfence_block();
        } else if (t >= 32) {
            while (atomicAdd(&full, 0) < round + 1)
                ;
            __threadfence_block();
            sum += slot;
            releases(round, &empty);
        }
    }
    out[t] = sum;
}

// All threads of the second block read; one says so after a barrier in even rounds, else each does.
__global__ void pass_to_block(int *out)
{
    const int t = threadIdx.x;
    int sum = 0;
    for (int round = 0, released = 0; round < rounds; round++) {
        if (blockIdx.x == 0 && t == 0) {
            slot_of_grid = round;
            __threadfence();
            atomicExch(&full_of_grid, round + 1);
            released += round % 2 == 0 ? 1 : few;
            while (atomicAdd(&empty_of_grid, 0) < released)
                __nanosleep(100);
            __threadfence();
        } else if (blockIdx.x == 1) {
            while (atomicAdd(&full_of_grid, 0) < round + 1)
                __nanosleep(100);
            __threadfence();
            sum += slot_of_grid;
            if (round % 2 == 0)
                __syncthreads();
            __threadfence();
            if (round % 2 != 0 || t == 0)
                atomicAdd(&empty_of_grid, 1);
        }
    }
    out[blockIdx.x * few + t] = sum;
}

int main()
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 1;
    pass<<<1, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 32; i < threads; i++)
        wrong += out[i] != rounds * (rounds - 1) / 2;
    pass_to_block<<<2, few>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = few; i < 2 * few; i++)
        wrong += out[i] != rounds * (rounds - 1) / 2;
    printf("%d wrong\n", wrong);
    return cudaFree(dev) != cudaSuccess || wrong != 0;
}
