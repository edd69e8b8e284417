// SPDX-License-Identifier: MIT
// blocks_steps.cu: many steps in one launch, with __syncthreads() between them as if it waited for the other blocks.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 4, threads = 64, n = blocks * threads, steps = 6;

// At each step every value moves on by one element, round the array, and grows by one.
__global__ void move(int *a, int *b, int count)
{
    int i = blockIdx.x * threads + threadIdx.x;
    for (int step = 0; step < count; step++) {
        int *from = step % 2 ? b : a, *to = step % 2 ? a : b;
        int value = from[i];         // {read}
        to[(i + 1) % n] = value + 1; // {write}
        __syncthreads();
    }
}

int main()
{
    int *dev_a, *dev_b, a[n];
    for (int i = 0; i < n; i++)
        a[i] = 10 * i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_b, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_b, 0, sizeof a) != cudaSuccess)
        return 1;
#ifndef FIXED
    move<<<blocks, threads>>>(dev_a, dev_b, steps);
#else
    for (int step = 0; step < steps; step += 2) {
        move<<<blocks, threads>>>(dev_a, dev_b, 1);
        move<<<blocks, threads>>>(dev_b, dev_a, 1);
    }
#endif
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_b);
    printf("%s, %d\n", cudaGetErrorString(error), a[threads]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[(i + steps) % n] != 10 * i + steps)
            return 1;
#endif
    return error != cudaSuccess;
}
