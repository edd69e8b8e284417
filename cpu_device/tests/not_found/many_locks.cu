// SPDX-License-Identifier: MIT
// many_locks.cu: the first thread stores a word, and thousands of others add to hundreds of sums, each
// under its own lock; the last one of them reads the word. No lock orders the two, but who knows what of
// whom is no longer kept apart.
// CPU exits 0
#include <stdio.h>

const int threads = 256, blocks = 256, times = 4 * threads * blocks, sums = 1024;

struct sum {
    int lock, value;
};

__global__ void add(struct sum *all, unsigned *arrived, int *word, int *copy)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *word = 1;
    struct sum *s;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < times; i += blockDim.x * gridDim.x) {
        s = &all[i * 2654435761u / 7 % sums];
        while (atomicCAS(&s->lock, 0, 1) != 0)
            ;
        __threadfence();
        s->value += i;
        __threadfence();
        atomicExch(&s->lock, 0);
    }
    if (atomicAdd(arrived, 1u) == threads * blocks - 1)
        *copy = *word;
}

int main()
{
    struct sum *all;
    unsigned *arrived;
    int *words, copy;
    if (cudaMalloc(&all, sums * sizeof *all) || cudaMalloc(&arrived, sizeof *arrived) ||
        cudaMalloc(&words, 2 * sizeof *words) || cudaMemset(all, 0, sums * sizeof *all) ||
        cudaMemset(arrived, 0, sizeof *arrived) || cudaMemset(words, 0, 2 * sizeof *words))
        return 1;
    add<<<blocks, threads>>>(all, arrived, words, words + 1);
    return cudaMemcpy(&copy, words + 1, sizeof copy, cudaMemcpyDeviceToHost) || copy != 1 || cudaFree(all) ||
           cudaFree(arrived) || cudaFree(words);
}
