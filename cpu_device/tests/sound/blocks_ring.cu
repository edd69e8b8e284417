// SPDX-License-Identifier: MIT
// blocks_ring.cu: a ring of slots between two blocks: the lower one fills slots with all its threads, the other one
// empties them; volatile counters say how far they are, each after a fence. A slot is filled again after it was read.
// Where only one block fits on the device, the ring has room for everything, so that nobody waits for a later block.
#include <stdio.h>

const int threads = 64, pieces = 30, words = 100, small_ring = 4;

__device__ volatile int made, used;

__global__ void run(int *ring, int slots, long long *sum)
{
    __shared__ int parts[threads];
    int t = threadIdx.x, mine = 0;
    for (int piece = 0; piece < pieces; piece++) {
        int *slot = ring + piece % slots * words;
        if (t == 0) {
            if (blockIdx.x == 0)
                while (piece - used >= slots)
                    __nanosleep(20);
            else
                while (made <= piece)
                    __nanosleep(20);
            __threadfence();
        }
        __syncthreads();
        for (int i = t; i < words; i += threads)
            if (blockIdx.x == 0)
                slot[i] = piece * words + i;
            else
                mine += slot[words - 1 - i];
        __syncthreads();
        if (t == 0) {
            __threadfence();
            if (blockIdx.x == 0)
                made = piece + 1;
            else
                used = piece + 1;
        }
    }
    parts[t] = mine;
    __syncthreads();
    if (blockIdx.x == 1 && t == 0) {
        *sum = 0;
        for (int i = 0; i < threads; i++)
            *sum += parts[i];
    }
}

int main()
{
    int multiprocessors, each;
    if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, run, threads, 0) != cudaSuccess)
        return 1;
    int slots = multiprocessors * each >= 2 ? small_ring : pieces, *ring;
    long long *dev_sum, sum, n = pieces * words;
    if (cudaMalloc(&ring, slots * words * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_sum, sizeof sum) != cudaSuccess)
        return 1;
    run<<<2, threads>>>(ring, slots, dev_sum);
    if (cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess || sum != n * (n - 1) / 2)
        return 1;
    cudaFree(ring);
    return cudaFree(dev_sum) != cudaSuccess;
}
