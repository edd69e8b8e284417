// SPDX-License-Identifier: MIT
// blocks_pipeline.cu: a pipeline of blocks: thread 0 waits for a piece's flag, fences, and after a barrier the whole
// block reads the piece, changes it in place, and hands it to the next block by the same flag, which counts up. The
// one buffer of a piece is thus written by every block in turn, each element by another thread than before.
#include <stdio.h>

const int threads = 32, blocks = 6, pieces = 8, n = 50;

__device__ int data[pieces][n];
__device__ volatile int stages[pieces];

__global__ void pipeline()
{
    int t = threadIdx.x, stage = blockIdx.x;
    for (int piece = 0; piece < pieces; piece++) {
        if (t == 0) {
            while (stages[piece] != stage)
                ;
            __threadfence();
        }
        __syncthreads();
        int kept[2] = {};
        for (int i = t, k = 0; i < n; i += threads, k++)
            kept[k] = data[piece][(i + 1) % n] + stage;
        __syncthreads();
        for (int i = t, k = 0; i < n; i += threads, k++)
            data[piece][i] = stage == 0 ? piece * 100 + i : kept[k];
        __threadfence();
        __syncthreads();
        if (t == 0) {
            __threadfence();
            stages[piece] = stage + 1;
        }
    }
}

int main()
{
    int result[pieces][n];
    pipeline<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(result, data, sizeof result) != cudaSuccess)
        return 1;
    for (int piece = 0; piece < pieces; piece++)
        for (int i = 0; i < n; i++)
            if (result[piece][i] != piece * 100 + (i + blocks - 1) % n + blocks * (blocks - 1) / 2)
                return 1;
    return 0;
}
