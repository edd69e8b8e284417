// SPDX-License-Identifier: MIT
// blocks_peterson.cu: Peterson's lock between two blocks, of three volatile words and full fences, without atomics.
// What it guards both change plainly, by all threads after a barrier; who gets in because it is its turn has learned
// so from the other one.
#include <stdio.h>

const int threads = 32, rounds = 12, n = 40;

__device__ volatile int wants[2], turn;
__device__ int guarded[n], entries;

__global__ void run()
{
    int me = blockIdx.x, t = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        if (t == 0) {
            wants[me] = 1;
            __threadfence();
            turn = 1 - me;
            __threadfence();
            while (wants[1 - me] != 0 && turn == 1 - me)
                __nanosleep(20);
            __threadfence();
            entries++;
        }
        __syncthreads();
        for (int i = t; i < n; i += threads)
            guarded[me == 0 ? i : n - 1 - i] += me + 1;
        __syncthreads();
        if (t == 0) {
            __threadfence();
            wants[me] = 0;
        }
    }
}

int main()
{
    int result[n], number;
    run<<<2, threads>>>();
    if (cudaMemcpyFromSymbol(result, guarded, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(&number, entries, sizeof number) != cudaSuccess || number != 2 * rounds)
        return 1;
    for (int value : result)
        if (value != 3 * rounds)
            return 1;
    return 0;
}
