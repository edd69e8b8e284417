// SPDX-License-Identifier: MIT
// knapsack.cu: the 0-1 knapsack by dynamic programming, a launch for each item
// Feature: two rows swapped by parity, cudaMemcpyToSymbolAsync, stream of its own
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
typedef struct item_ {
    int weight, value;
} item;
#define MAX_ITEMS 64
__constant__ item items[MAX_ITEMS];

__global__ void row(const int *prev, int *next, unsigned char *taken, int capacity, int i)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > capacity)
        return;
    int without = prev[c], with = c >= items[i].weight ? prev[c - items[i].weight] + items[i].value : -1;
    next[c] = max(without, with);
    taken[i * (capacity + 1) + c] = with > without;
}

int main(int argc, char **argv)
{
    const int capacity = argc > 1 ? atoi(argv[1]) : 20000, n = MAX_ITEMS, threads = 256,
              blocks = capacity / threads + 1;
    item h[MAX_ITEMS];
    for (int i = 0; i < n; i++)
        h[i].weight = 100 + i * 37 % 991, h[i].value = 10 + i * 53 % 97;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyToSymbolAsync(items, h, sizeof h, 0, cudaMemcpyHostToDevice, stream);
    int *rows;
    unsigned char *taken;
    cudaMalloc(&rows, 2 * (capacity + 1) * sizeof(int));
    cudaMalloc(&taken, n * (capacity + 1));
    cudaMemsetAsync(rows, 0, 2 * (capacity + 1) * sizeof(int), stream);
    for (int i = 0; i < n; i++) {
        int *from = rows + (i & 1) * (capacity + 1), *to = rows + (~i & 1) * (capacity + 1);
        row<<<blocks, threads, 0, stream>>>(from, to, taken, capacity, i);
    }
    int best = 0;
    std::vector<unsigned char> t(n * (capacity + 1));
    cudaMemcpyAsync(&best, rows + (n & 1) * (capacity + 1) + capacity, sizeof best, cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(t.data(), taken, t.size(), cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess)
        return 1;
    int weight = 0, value = 0;
    for (int i = n - 1, c = capacity; i >= 0; i--)
        if (t[i * (capacity + 1) + c])
            weight += h[i].weight, value += h[i].value, c -= h[i].weight;
    std::vector<int> dp(capacity + 1, 0);
    for (int i = 0; i < n; i++)
        for (int c = capacity; c >= h[i].weight; c--)
            dp[c] = std::max(dp[c], dp[c - h[i].weight] + h[i].value);
    printf("best %d (%d), packed %d of weight %d\n", best, dp[capacity], value, weight);
    cudaFree(rows), cudaFree(taken), cudaStreamDestroy(stream);
    return !(best == dp[capacity] && value == best && weight <= capacity);
}
