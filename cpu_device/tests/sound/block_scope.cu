// SPDX-License-Identifier: MIT
// block_scope.cu: atomics and fences of block scope, on global memory that only one block touches: its warps draw work
// by atomicAdd_block, publish results after __threadfence_block(), and wait for them. The next launch, in other
// blocks, uses the same words with atomics of the device.
#include <stdio.h>

const int threads = 128, blocks = 5, items = 30;

struct board {
    int drawn, done[items];
    int results[items], unused;
};

__device__ board boards[blocks];

__global__ void work()
{
    board *b = &boards[blockIdx.x];
    int lane = threadIdx.x % 32;
    for (;;) {
        int item = 0;
        if (lane == 0)
            item = atomicAdd_block(&b->drawn, 1);
        item = __shfl_sync(~0u, item, 0);
        if (item >= items)
            break;
        int value = item * 32 + lane;
        for (int step = 16; step > 0; step /= 2)
            value += __shfl_xor_sync(~0u, value, step);
        if (lane == item % 32) {
            if (item >= 2) { // an item that was drawn before: whoever has it is at work
                while (atomicOr_block(&b->done[item - 2], 0) == 0)
                    __nanosleep(20);
                __threadfence_block();
                value += b->results[item - 2] % 1000;
            }
            b->results[item] = value;
            __threadfence_block();
            atomicExch_block(&b->done[item], 1);
        }
        __syncwarp();
    }
}

__global__ void check(int *sums)
{
    board *b = &boards[blocks - 1 - blockIdx.x]; // two blocks of this launch come to each
    if (threadIdx.x < items / 2) {
        int item = threadIdx.x + blockIdx.y * (items / 2);
        if (atomicAdd(&b->done[item], 1) == 1)
            atomicAdd(&sums[blocks - 1 - blockIdx.x], b->results[item]);
        atomicMax(&b->drawn, 1000);
    }
}

int main()
{
    int *dev, sums[blocks], right = 0, results[items];
    if (cudaMalloc(&dev, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemset(dev, 0, sizeof sums);
    work<<<blocks, threads>>>();
    check<<<dim3(blocks, 2), 32>>>(dev);
    if (cudaMemcpy(sums, dev, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < items; i++)
        right += results[i] = 32 * 32 * i + 31 * 16 + (i >= 2 ? results[i - 2] % 1000 : 0);
    for (int sum : sums)
        if (sum != right)
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
