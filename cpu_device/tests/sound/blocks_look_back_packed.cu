// SPDX-License-Identifier: MIT
// blocks_look_back_packed.cu: a prefix sum in one launch without any fence: state and sum share one 64-bit word that is
// written and read at once, so there is no other data to be put in order. Volatile words, or words of atomics.
#include <stdio.h>

const int threads = 32, blocks = 18;
const unsigned long long own_sum = 1ull << 32, sum_so_far = 2ull << 32, low = 0xffffffff;

__device__ void store(volatile unsigned long long *word, unsigned long long value)
{
    *word = value;
}
__device__ unsigned long long load(volatile unsigned long long *word)
{
    return *word;
}
__device__ void store(unsigned long long *word, unsigned long long value)
{
    atomicExch(word, value);
}
__device__ unsigned long long load(unsigned long long *word)
{
    return atomicAdd(word, 0ull);
}

template <typename Word> __global__ void scan(Word *words, unsigned *out)
{
    if (threadIdx.x != 0)
        return;
    unsigned mine = blockIdx.x + 5, sum = 0;
    store(&words[blockIdx.x], own_sum | mine);
    for (int b = blockIdx.x - 1; b >= 0; b--) {
        unsigned long long word;
        while ((word = load(&words[b])) == 0)
            __nanosleep(50);
        sum += (unsigned)(word & low);
        if (word >= sum_so_far)
            break;
    }
    store(&words[blockIdx.x], sum_so_far | (sum + mine));
    out[blockIdx.x] = sum;
}

int main()
{
    unsigned long long *words;
    unsigned *dev_out, out[2][blocks];
    if (cudaMalloc(&words, 2 * blocks * sizeof *words) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(words, 0, 2 * blocks * sizeof *words);
    scan<<<blocks, threads>>>((volatile unsigned long long *)words, dev_out);
    scan<<<blocks, threads>>>(words + blocks, dev_out + blocks);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < blocks; b++)
            if (out[i][b] != 5u * b + b * (b - 1) / 2)
                return 1;
    cudaFree(words);
    return cudaFree(dev_out) != cudaSuccess;
}
