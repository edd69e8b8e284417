// SPDX-License-Identifier: MIT
// blocks_many_locks.cu: 32768 threads put four keys each into a hash table with a lock for each of its 512 lists. Which
// threads have had which locks before is different for each, and in the end for all: the checks cannot keep that apart.
#include "../kernel_run.h"

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
    device_array<struct entry> entries(keys);
    device_array<int> heads(lists, zeros), locks(lists, zeros);
    insert<<<blocks, threads>>>(entries, heads, locks);
    if (finish(entries) != 0 || finish(heads) != 0)
        return 1;
    int found = 0;
    for (int list = 0; list < lists; list++)
        for (int i = heads.on_host[list] - 1; i >= 0; i = entries.on_host[i].next, found++)
            if (entries.on_host[i].key != i * 2654435761u || (int)(entries.on_host[i].key / 7 % lists) != list)
                return 1;
    return found != keys;
}
