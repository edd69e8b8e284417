// SPDX-License-Identifier: MIT
// blocks_grid_barrier.cu: a barrier for the whole grid, by hand, in a grid that runs all at once: a block for each
// multiprocessor. Thread 0 fences, counts its block, and waits until all are counted. Heat spreads for many steps in
// one launch, between two buffers.
#include <stdio.h>

const int threads = 64, max_blocks = 8, steps = 20;

__device__ unsigned arrived;

__device__ void grid_barrier(unsigned phase)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < phase * gridDim.x)
            __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

__global__ void spread(int *a, int *b)
{
    int i = blockIdx.x * threads + threadIdx.x, n = gridDim.x * threads;
    for (int step = 0; step < steps; step++) {
        int *from = step % 2 ? b : a, *to = step % 2 ? a : b;
        to[i] = (from[(i + n - 1) % n] + from[i] + from[(i + 1) % n]) & 0xffff;
        grid_barrier(step + 1);
    }
}

int main()
{
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return 1;
    const int size = max_blocks * threads;
    int blocks = properties.multiProcessorCount < max_blocks ? properties.multiProcessorCount : max_blocks;
    int n = blocks * threads, *a, *b, right[2][size], result[size];
    for (int i = 0; i < n; i++)
        right[0][i] = i * i % 101;
    if (cudaMalloc(&a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&b, n * sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(a, right[0], n * sizeof(int), cudaMemcpyHostToDevice);
    spread<<<blocks, threads>>>(a, b);
    if (cudaMemcpy(result, a, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int step = 0; step < steps; step++) {
        int *from = right[step % 2], *to = right[1 - step % 2];
        for (int i = 0; i < n; i++)
            to[i] = (from[(i + n - 1) % n] + from[i] + from[(i + 1) % n]) & 0xffff;
    }
    for (int i = 0; i < n; i++)
        if (result[i] != right[0][i])
            return 1;
    cudaFree(a);
    return cudaFree(b) != cudaSuccess;
}
