// SPDX-License-Identifier: MIT
// blocks_many_locks.cu: 32768 threads add to 512 sums four times each, every sum under its own lock,
// and count what they have added after it.
// CPU exits 3
// CPU reports 2
// CPU finds race-between-blocks
// CPU says blocks_many_locks.cu:{count}
// all exits 0
#include <stdio.h>

const int threads = 256, blocks = 128, times = 4 * threads * blocks, sums = 512;

struct sum {
    int lock, value, count;
};

__global__ void add(struct sum *all)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < times; i += blockDim.x * gridDim.x) {
        struct sum *s = &all[i * 2654435761u / 7 % sums];
        while (atomicCAS(&s->lock, 0, 1) != 0)
            ;
        __threadfence();
        s->value += i;
#ifdef FIXED
        s->count++;
#endif
        __threadfence();
        atomicExch(&s->lock, 0);
#ifndef FIXED
        s->count++; // {count}
#endif
    }
}

int main()
{
    struct sum *dev_all;
    if (cudaMalloc(&dev_all, sums * sizeof *dev_all) || cudaMemset(dev_all, 0, sums * sizeof *dev_all))
        return 1;
    add<<<blocks, threads>>>(dev_all);
    static struct sum all[sums];
    if (cudaMemcpy(all, dev_all, sizeof all, cudaMemcpyDeviceToHost))
        return 1;
    int value = 0;
    for (struct sum &s : all)
        value += s.value;
    printf("%d\n", value);
    return cudaFree(dev_all);
}
