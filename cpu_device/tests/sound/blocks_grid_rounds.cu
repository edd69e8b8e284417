// SPDX-License-Identifier: MIT
// blocks_grid_rounds.cu: a persistent kernel with a barrier of the grid that turns: the last to come sets the count
// back by a plain store, fences, and steps a volatile generation, for which the others wait. In one round all blocks
// read the whole buffer, in the next one each overwrites its part of it.
#include <stdio.h>

const int threads = 32, max_blocks = 3, rounds = 3;

struct barrier {
    unsigned come;
    volatile unsigned generation;
};

__device__ barrier gate;

__device__ void meet()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned generation = gate.generation;
        __threadfence();
        if (atomicAdd(&gate.come, 1u) == gridDim.x - 1) {
            __threadfence();
            gate.come = 0;
            __threadfence();
            gate.generation = generation + 1;
        } else {
            while (gate.generation == generation)
                __nanosleep(20);
            __threadfence();
        }
    }
    __syncthreads();
}

__global__ void work(unsigned *buffer)
{
    int i = blockIdx.x * threads + threadIdx.x, n = gridDim.x * threads;
    for (int round = 0; round < rounds; round++) {
        unsigned sum = 0;
        for (int k = 0; k < n; k++)
            sum += buffer[(k + i) % n] * (k + 1);
        meet();
        buffer[i] = sum % 1009;
        meet();
    }
}

int main()
{
    int multiprocessors, each;
    if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, work, threads, 0) != cudaSuccess)
        return 1;
    int blocks = multiprocessors * each < max_blocks ? multiprocessors * each : max_blocks, n = blocks * threads;
    unsigned *dev, right[2][max_blocks * threads], result[max_blocks * threads];
    for (int i = 0; i < n; i++)
        right[0][i] = i * i % 37;
    if (cudaMalloc(&dev, n * sizeof(unsigned)) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, right[0], n * sizeof(unsigned), cudaMemcpyHostToDevice);
    work<<<blocks, threads>>>(dev);
    work<<<blocks, threads>>>(dev);
    if (cudaMemcpy(result, dev, n * sizeof(unsigned), cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round < 2 * rounds; round++)
        for (int i = 0; i < n; i++) {
            unsigned sum = 0;
            for (int k = 0; k < n; k++)
                sum += right[round % 2][(k + i) % n] * (k + 1);
            right[1 - round % 2][i] = sum % 1009;
        }
    for (int i = 0; i < n; i++)
        if (result[i] != right[0][i])
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
