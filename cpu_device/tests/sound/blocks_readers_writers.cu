// SPDX-License-Identifier: MIT
// blocks_readers_writers.cu: a lock for many readers or one writer: the readers count themselves in and out of one
// word by atomics, a writer takes it whole by atomicCAS. Readers read side by side; the next writer, of any block,
// overwrites what all of them have read.
#include <stdio.h>

const int threads = 64, blocks = 6, rounds = 6, words = 9, writer = 1 << 20;

__device__ int state, data[words], wrong, versions;

__global__ void run()
{
    if (threadIdx.x % 32 != 0)
        return;
    int me = blockIdx.x * 2 + threadIdx.x / 32;
    for (int round = 0; round < rounds; round++)
        if ((me + round) % 4 == 0) {
            while (atomicCAS(&state, 0, writer) != 0)
                __nanosleep(40);
            __threadfence();
            int version = data[0] + 1;
            for (int w = 0; w < words; w++)
                data[w] = version * (w + 1);
            versions = version;
            __threadfence();
            atomicSub(&state, writer);
        } else {
            while (atomicAdd(&state, 1) >= writer) {
                atomicSub(&state, 1);
                __nanosleep(40);
            }
            __threadfence();
            for (int w = 0; w < words; w++)
                if (data[w] != data[0] * (w + 1))
                    atomicAdd(&wrong, 1);
            __threadfence();
            atomicSub(&state, 1);
        }
}

int main()
{
    int bad, last, right = 0;
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&bad, wrong, sizeof bad) != cudaSuccess ||
        cudaMemcpyFromSymbol(&last, versions, sizeof last) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * 2 * rounds; i++)
        right += (i / rounds + i % rounds) % 4 == 0;
    return bad != 0 || last != right;
}
