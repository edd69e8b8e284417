// SPDX-License-Identifier: MIT
// cost_locks.cu: the time of programs with locks, as cost.cu has that of others. They compare and swap, and in such a
// program the checks remember what each thread has loaded. The others would pay for that in the same executable.
//
//     build/cpu/bench/cost_locks lock 16

#include "cost.h"

__device__ void take(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void give_back(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

const int lock_blocks = 8, lock_threads = 256;

// A thread takes a row, and adds each element to the sum of the matrix under one lock.
__global__ void add_under_lock(const unsigned *matrix, int columns, int *lock, unsigned *sum)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int column = 0; column < columns; ++column) {
        unsigned element = matrix[row * columns + column];
        take(lock);
        *sum += element;
        give_back(lock);
    }
}

static bool lock(int columns, struct timing *timing)
{
    device_array<unsigned> matrix((size_t)lock_blocks * lock_threads * columns), sum(1);
    device_array<int> mutex(1);
    unsigned right = 0;
    matrix.fill([&](size_t i) {
        right += i % 101;
        return (unsigned)(i % 101);
    });
    mutex.clear();
    *timing =
        measure([&] { sum.clear(); },
                [&] { add_under_lock<<<lock_blocks, lock_threads>>>(matrix.data, columns, mutex.data, sum.data); });
    return sum.holds([=](size_t) { return right; });
}

const int buckets = 1024;

__host__ __device__ inline unsigned key_of(unsigned i)
{
    return i * 2654435761u; // all differ
}

struct entry {
    unsigned key;
    int next; // -1 ends the list of a bucket
};

__global__ void insert_keys(struct entry *entries, int n, int *heads, int *locks)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned key = key_of(i), bucket = key / 7 % buckets;
        entries[i].key = key;
        take(&locks[bucket]);
        entries[i].next = heads[bucket];
        heads[bucket] = i;
        give_back(&locks[bucket]);
    }
}

// Every list is followed: all keys are in their bucket, and there are as many as there were.
static bool hash_table(int n, struct timing *timing)
{
    device_array<struct entry> entries(n);
    device_array<int> heads(buckets), locks(buckets);
    locks.clear();
    *timing = measure([&] { heads.fill([](size_t) { return -1; }); },
                      [&] { insert_keys<<<256, 256>>>(entries.data, n, heads.data, locks.data); });

    struct entry *host = (struct entry *)malloc(n * sizeof *host);
    HANDLE_NULL(host);
    HANDLE_ERROR(cudaMemcpy(host, entries.data, n * sizeof *host, cudaMemcpyDeviceToHost));
    int found = 0;
    bool right = true;
    heads.each([&](size_t bucket, int head) {
        for (int i = head; i != -1 && right; i = host[i].next) {
            right = i >= 0 && i < n && ++found <= n && host[i].key == key_of(i) && host[i].key / 7 % buckets == bucket;
            if (!right)
                break;
        }
    });
    free(host);
    return right && found == n;
}

static const struct program programs[] = {
    {"lock", lock, 1, 1 << 16, "times", "2048 threads in 8 blocks take one lock so many times each"},
    {"hash", hash_table, 1, 1 << 28, "keys", "a hash table of 1024 buckets with a lock each"},
};

int main(int argc, char **argv)
{
    return run_chosen(programs, argc, argv);
}
