// SPDX-License-Identifier: MIT
// blocks_table_beside.cu: one allocation holds records of 20 bytes: two words that all blocks read and nobody writes,
// one that all count in by atomics, one that one block writes and reads again, and four bytes that four blocks write.
// Every line of 64 bytes is read and written by everybody, every word in one manner.
#include <stdio.h>

const int threads = 64, blocks = 8, n = 200;

struct record {
    int next, weight; // read by all
    unsigned visits;  // counted by all
    int owner_sum;    // block i % blocks
    unsigned char marks[4];
};

__global__ void walk(record *all, long long *sums)
{
    int t = threadIdx.x, block = blockIdx.x, at = (block * threads + t) % n;
    long long sum = 0;
    for (int step = 0; step < 30; step++) {
        sum += all[at].weight;
        atomicAdd(&all[at].visits, 1u);
        at = all[at].next;
    }
    for (int i = t; i < n; i += threads) {
        if (i % blocks == block) {
            all[i].owner_sum = all[i].weight;
            all[i].owner_sum += all[all[i].next].weight;
        }
        if (block % 2 == 0)
            all[i].marks[block / 2] = i + block;
    }
    sums[block * threads + t] = sum;
}

int main()
{
    record host[n], result[n], *dev;
    long long *dev_sums, sums[blocks * threads];
    unsigned visits[n] = {};
    for (int i = 0; i < n; i++)
        host[i] = {(i * 13 + 7) % n, i % 9, 0, 0, {}};
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess || cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
    walk<<<blocks, threads>>>(dev, dev_sums);
    if (cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * threads; i++) {
        long long sum = 0;
        for (int at = i % n, step = 0; step < 30; step++, at = host[at].next) {
            sum += host[at].weight;
            visits[at]++;
        }
        if (sums[i] != sum)
            return 1;
    }
    for (int i = 0; i < n; i++) {
        if (result[i].visits != visits[i] || result[i].owner_sum != host[i].weight + host[host[i].next].weight)
            return 1;
        for (int k = 0; k < 4; k++)
            if (result[i].marks[k] != (unsigned char)(i + 2 * k))
                return 1;
    }
    cudaFree(dev);
    return cudaFree(dev_sums) != cudaSuccess;
}
