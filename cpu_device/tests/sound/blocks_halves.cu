// SPDX-License-Identifier: MIT
// blocks_halves.cu: two blocks each write a half of every word, short by short, and say so by flags of a byte that lie
// side by side; a third waits for both, reads whole words and pairs of words, and counts on in them by atomics of 8
// bytes; a fourth reads those as bytes.
#include <stdio.h>

const int threads = 64, blocks = 4, n = 80;

union pair {
    unsigned short halves[4];
    unsigned words[2];
    unsigned long long both;
    unsigned char bytes[8];
};

__device__ pair pairs[n];
__device__ volatile unsigned char flags[4];
__device__ unsigned sums[2][threads];

__device__ void wait_for(int first, int last)
{
    int t = threadIdx.x;
    if (t >= first && t <= last) {
        while (flags[t] == 0)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
}

__global__ void run()
{
    int t = threadIdx.x, block = blockIdx.x;
    unsigned sum = 0;
    if (block < 2)
        for (int i = t; i < 2 * n; i += threads)
            pairs[i / 2].halves[i % 2 * 2 + block] = i + block;
    else if (block == 2) {
        wait_for(0, 1);
        for (int i = t; i < n; i += threads)
            sum += pairs[n - 1 - i].words[i % 2] ^ (unsigned)(pairs[n - 1 - i].both >> 32);
        __syncthreads();
        for (int i = t; i < 3 * n; i += threads)
            atomicAdd(&pairs[i % n].both, 1ull << 32 | 1);
        sums[0][t] = sum;
    } else {
        wait_for(2, 2);
        for (int i = t; i < 8 * n; i += threads)
            sum += pairs[i / 8].bytes[i % 8] * (i % 5);
        sums[1][t] = sum;
    }
    __syncthreads();
    if (t == 9) {
        __threadfence();
        flags[block] = 1;
    }
}

int main()
{
    unsigned result[2][threads], right[2][threads] = {};
    pair host[n];
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(result, sums, sizeof result) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2 * n; i++)
        for (int block = 0; block < 2; block++)
            host[i / 2].halves[i % 2 * 2 + block] = i + block;
    for (int i = 0; i < n; i++)
        right[0][i % threads] += host[n - 1 - i].words[i % 2] ^ (unsigned)(host[n - 1 - i].both >> 32);
    for (pair &p : host)
        p.both += 3ull << 32 | 3;
    for (int i = 0; i < 8 * n; i++)
        right[1][i % threads] += host[i / 8].bytes[i % 8] * (i % 5);
    for (int t = 0; t < threads; t++)
        if (result[0][t] != right[0][t] || result[1][t] != right[1][t])
            return 1;
    return 0;
}
