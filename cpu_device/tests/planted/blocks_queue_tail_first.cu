// SPDX-License-Identifier: MIT
// blocks_queue_tail_first.cu: producers reserve a slot of a queue by moving the tail that the consumer watches, and
// fill the slot after that.
// CPU exits 3
// CPU finds race-between-blocks: writes {fill}, reads {take}
// all exits 0
#include <stdio.h>

const int producers = 2, items = 10;

__global__ void run(int *reserved, int *tail, int *slots, int *sum)
{
    if (blockIdx.x < producers) {
        for (int i = 1; i <= items; i++) {
#ifndef FIXED
            int slot = atomicAdd(tail, 1);
            slots[slot] = i; // {fill}
            __threadfence();
#else
            int slot = atomicAdd(reserved, 1);
            slots[slot] = i;
            __threadfence();
            while (atomicCAS(tail, slot, slot + 1) != slot)
                ;
#endif
        }
    } else {
        for (int head = 0; head < producers * items; head++) {
            while (atomicAdd(tail, 0) <= head)
                ;
            __threadfence();
            *sum += slots[head]; // {take}
        }
    }
}

int main()
{
    int *dev, sum = -1;
    if (cudaMalloc(&dev, 4 * 128) != cudaSuccess || cudaMemset(dev, 0, 4 * 128) != cudaSuccess)
        return 1;
    run<<<producers + 1, 1>>>(dev, dev + 32, dev + 64, dev + 96);
    cudaError_t error = cudaMemcpy(&sum, dev + 96, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), sum);
#ifdef FIXED
    if (sum != producers * items * (items + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
