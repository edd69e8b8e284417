// SPDX-License-Identifier: MIT
// blocks_seqlock.cu: a sequence lock: the first block makes the number odd, changes the volatile words that it guards,
// and makes it even again; the others read words between two looks at the number and keep only what nobody has
// changed meanwhile. A plain log entry, written once before its number is out, may then be read plainly.
#include <stdio.h>

const int threads = 32, blocks = 4, rounds = 40, tries = 60, words = 5;

__device__ volatile unsigned number;
__device__ volatile int guarded[words];
__device__ volatile unsigned char guarded_byte;
__device__ int log_of[rounds + 1], wrong, kept;

__global__ void run()
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        for (int round = 1; round <= rounds; round++) {
            log_of[round] = round * round;
            number = 2 * round - 1;
            __threadfence();
            for (int w = 0; w < words; w++)
                guarded[w] = round * 10 + w;
            guarded_byte = round;
            __threadfence();
            number = 2 * round;
        }
        return;
    }
    for (int i = 0; i < tries; i++) {
        int copy[words];
        unsigned before = number;
        __threadfence();
        for (int w = 0; w < words; w++)
            copy[w] = guarded[w];
        int byte = guarded_byte;
        __threadfence();
        if (before % 2 != 0 || number != before)
            continue;
        int round = before / 2;
        for (int w = 0; w < words; w++)
            if (copy[w] != (round == 0 ? 0 : round * 10 + w))
                atomicExch(&wrong, 1);
        if (byte != round || (round > 0 && log_of[round] != round * round))
            atomicExch(&wrong, 1);
        atomicAdd(&kept, 1);
    }
}

int main()
{
    int result[2];
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&result[0], wrong, sizeof(int)) != cudaSuccess ||
        cudaMemcpyFromSymbol(&result[1], kept, sizeof(int)) != cudaSuccess)
        return 1;
    return result[0] != 0 || result[1] > tries * (blocks - 1);
}
