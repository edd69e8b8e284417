// SPDX-License-Identifier: MIT
// blocks_many_locks.cu: 32768 threads put four keys each into a hash table with a lock for each of its 512 lists. Which
// threads have had which locks before is different for each, and in the end for all: the checks cannot keep that apart.
#include <stdio.h>

const int threads = 256, blocks = 128, keys = 4 * threads * blocks, lists = 512;

struct entry {
    unsigned key;
    int next;
};

__global__ void insert(struct entry *entries, int *heads, int *locks)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < keys; i += blockDim.x * gridDim.x) {
        unsigned key = i * 2654435761u;
        int list = key / 7 % lists;
        entries[i].key = key;
        while (atomicCAS(&locks[list], 0, 1) != 0)
            ;
        __threadfence();
        entries[i].next = heads[list] - 1;
        heads[list] = i + 1;
        __threadfence();
        atomicExch(&locks[list], 0);
    }
}

int main()
{
    static struct entry entries[keys];
    static int heads[lists];
    struct entry *dev_entries;
    int *dev_heads, *dev_locks;
    if (cudaMalloc(&dev_entries, sizeof entries) || cudaMalloc(&dev_heads, sizeof heads) ||
        cudaMalloc(&dev_locks, sizeof heads) || cudaMemset(dev_heads, 0, sizeof heads) ||
        cudaMemset(dev_locks, 0, sizeof heads))
        return 1;
    insert<<<blocks, threads>>>(dev_entries, dev_heads, dev_locks);
    if (cudaMemcpy(entries, dev_entries, sizeof entries, cudaMemcpyDeviceToHost) ||
        cudaMemcpy(heads, dev_heads, sizeof heads, cudaMemcpyDeviceToHost))
        return 1;
    int found = 0;
    for (int list = 0; list < lists; list++)
        for (int i = heads[list] - 1; i >= 0; i = entries[i].next, found++)
            if (entries[i].key != i * 2654435761u || (int)(entries[i].key / 7 % lists) != list)
                return 1;
    return found != keys || cudaFree(dev_entries) || cudaFree(dev_heads) || cudaFree(dev_locks);
}
