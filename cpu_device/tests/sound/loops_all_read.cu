// SPDX-License-Identifier: MIT
// loops_all_read.cu: all blocks read the same words in loops of many kinds: upwards, downwards, in steps, by words of
// several sizes, never, and through pointers that lie elsewhere in each launch. The next launch stores to these words.
#include <stdio.h>

const int n = 1536, blocks = 5, threads = 8;

struct pair {
    short low, high;
};

__global__ void sums(const int *words, long long *out, int from, int count, int step)
{
    int t = threadIdx.x;
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += words[from + i];
    for (int i = count; i-- > 0;)
        sum += words[from + i];
    for (int i = 0; i < count / step; i++)
        sum += words[from + i * step + t % step];
    const long long *twice = (const long long *)(words + from);
    for (size_t i = 0; i < (size_t)count / 2; i++)
        sum += twice[i] >> 32;
    const unsigned char *bytes = (const unsigned char *)(words + from);
    int i = 0;
    do {
        sum += bytes[4 * i];
    } while (++i < count);
    const pair *pairs = (const pair *)(words + from);
    for (unsigned k = 0; k < (unsigned)count; k++)
        if (k % 3 != 0)
            sum += pairs[k].low;
    for (int k = 0; k < from - count; k++)
        sum += words[k + 1000000]; // never
    out[blockIdx.x * threads + t] = sum;
}

__global__ void change(int *words, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[i] += by;
}

static long long sum_of(const int *words, int from, int count, int step, int t)
{
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += 2 * words[from + i] + words[from + i] % 256 + (i % 3 != 0 ? words[from + i] : 0);
    for (int i = 0; i < count / step; i++)
        sum += words[from + i * step + t % step];
    for (int i = 1; i < count; i += 2)
        sum += words[from + i];
    return sum;
}

int main()
{
    static int start[n];
    static long long out[blocks * threads];
    int *words;
    long long *dev_out;
    if (cudaMalloc(&words, sizeof start) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        start[i] = i;
    cudaMemcpy(words, start, sizeof start, cudaMemcpyHostToDevice);
    for (int round = 0; round < 4; round++) {
        int from = round % 3 * 16, count = n - from - (round % 2 == 0 ? 0 : 300), step = round + 1;
        sums<<<blocks, threads>>>(words, dev_out, from, count, step);
        cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < blocks * threads; i++)
            if (out[i] != sum_of(start, from, count, step, i % threads)) {
                printf("round %d, thread %d: %lld\n", round, i, out[i]);
                return 1;
            }
        change<<<n / 128, 128>>>(words, round);
        for (int i = 0; i < n; i++)
            start[i] += round;
    }
    cudaFree(words);
    return cudaFree(dev_out) != cudaSuccess;
}
