// SPDX-License-Identifier: MIT
// blocks_hash_table.cu: all blocks put keys in one hash table, with a lock for each bucket and lists of plain pointers;
// the lanes of a warp take their turns. The next launch looks the keys up without locks.
#include "../kernel_run.h"

const int threads = 64, blocks = 6, n = blocks * threads, buckets = 13;

struct entry {
    int key, value, length; // of the list that it begins
    entry *next;
};

struct table {
    entry *heads[buckets];
    int mutexes[buckets];
    entry pool[n];
};

__global__ void insert(table *all)
{
    int i = blockIdx.x * threads + threadIdx.x, key = i * 5 + 3, bucket = key % buckets;
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x % 32 == lane) {
            entry *mine = &all->pool[i];
            mine->key = key;
            mine->value = i;
            while (atomicCAS(&all->mutexes[bucket], 0, 1) != 0)
                ;
            __threadfence();
            mine->next = all->heads[bucket];
            mine->length = 1 + (mine->next != NULL ? mine->next->length : 0);
            all->heads[bucket] = mine;
            __threadfence();
            atomicExch(&all->mutexes[bucket], 0);
        }
}

__global__ void look_up(const table *all, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x, key = (n - 1 - i) * 5 + 3;
    out[i] = -1;
    int left = all->heads[key % buckets]->length;
    for (const entry *e = all->heads[key % buckets]; e != NULL && e->length == left; e = e->next, left--)
        if (e->key == key)
            out[i] = e->value;
    if (left != 0)
        out[i] = -2;
}

int main()
{
    device_array<table> all(1, zeros);
    device_array<int> out(n);
    insert<<<blocks, threads>>>(all);
    look_up<<<blocks, threads>>>(all, out);
    return check(out, [](int i) { return n - 1 - i; });
}
