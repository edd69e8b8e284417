// SPDX-License-Identifier: MIT
// blocks_bucket_locks.cu: all blocks count words in a hash table of small buckets, each with a lock of its own beside
// its plain entries. Who gets the lock works and gives it back within one turn of the loop, so that lanes of one warp
// that want the same lock cannot starve one another.
#include <stdio.h>

const int threads = 96, blocks = 8, n = threads * blocks, buckets = 17, keys = 60, room = 8;

struct bucket {
    int lock;
    short used;
    unsigned char tags[room];
    struct {
        int key, count;
    } entries[room];
};

__device__ bucket table[buckets];

__global__ void count(const int *words)
{
    int key = words[blockIdx.x * threads + threadIdx.x];
    bucket *b = &table[key % buckets];
    bool done = false;
    while (!done)
        if (atomicCAS(&b->lock, 0, 1) == 0) {
            __threadfence();
            int at = 0;
            while (at < b->used && (b->tags[at] != key % 251 || b->entries[at].key != key))
                at++;
            if (at == b->used) {
                b->tags[at] = key % 251;
                b->entries[at].key = key;
                b->used++;
            }
            b->entries[at].count++;
            __threadfence();
            atomicExch(&b->lock, 0);
            done = true;
        }
}

int main()
{
    static int words[n], right[keys];
    static bucket result[buckets];
    int *dev;
    for (int i = 0; i < n; i++)
        right[words[i] = i * i % keys]++;
    if (cudaMalloc(&dev, sizeof words) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, words, sizeof words, cudaMemcpyHostToDevice);
    count<<<blocks, threads>>>(dev);
    if (cudaMemcpyFromSymbol(result, table, sizeof table) != cudaSuccess)
        return 1;
    int all = 0;
    for (bucket &b : result)
        for (int i = 0; i < b.used; i++) {
            if (b.entries[i].count != right[b.entries[i].key])
                return 1;
            all += b.entries[i].count;
        }
    return all != n || cudaFree(dev) != cudaSuccess;
}
