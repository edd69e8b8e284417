// SPDX-License-Identifier: MIT
// read_age.cu: how old a value is when another block reads it. One block stores the time again and again, the others
// read it.
//
//     nvcc -O2 -arch=native -o read_age bench/behaviour/read_age.cu && ./read_age
//
// The guess: a relaxed read is at most 2 us old; one that may be served by the L1 cache can be as old as the kernel.
#include <algorithm>
#include <stdio.h>

#include "../../common/book.h"

const int readers = 131, reads = 10000;

enum { relaxed_device, relaxed_block, volatile_read, weak_read, ways };

static __device__ unsigned long long now(void)
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

static __device__ unsigned long long read(int way, const unsigned long long *cell)
{
    unsigned long long value;
    if (way == relaxed_device)
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(cell) : "memory");
    else if (way == relaxed_block)
        asm volatile("ld.relaxed.cta.global.u64 %0, [%1];" : "=l"(value) : "l"(cell) : "memory");
    else if (way == volatile_read)
        asm volatile("ld.volatile.global.u64 %0, [%1];" : "=l"(value) : "l"(cell) : "memory");
    else
        asm volatile("ld.global.u64 %0, [%1];" : "=l"(value) : "l"(cell) : "memory");
    return value;
}

__global__ void run(int way, unsigned long long *cell, int *done, unsigned long long *ages)
{
    if (blockIdx.x == 0) {
        unsigned long long begin = now();
        while (atomicAdd(done, 0) < readers && now() - begin < 2000000000ULL)
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(cell), "l"(now()) : "memory");
        return;
    }
    unsigned long long begin = now();
    while (read(relaxed_device, cell) == 0 && now() - begin < 1000000000ULL)
        ;
    for (int i = 0; i < reads; ++i) {
        unsigned long long value = read(way, cell);
        if (value == ~0ULL) // never, but so the time is not read before the value is known
            return;
        unsigned long long time = now();
        ages[(blockIdx.x - 1) * reads + i] = time > value ? time - value : 0;
    }
    atomicAdd(done, 1);
}

__global__ void ticks(unsigned long long *smallest)
{
    *smallest = ~0ULL;
    for (int i = 0; i < 1000; ++i) {
        unsigned long long first = now(), next = now();
        while (next == first)
            next = now();
        *smallest = min(*smallest, next - first);
    }
}

int main(void)
{
    const char *names[ways] = {"relaxed, device scope", "relaxed, block scope", "volatile", "weak"};
    unsigned long long *cell, *ages;
    int *done;
    HANDLE_ERROR(cudaMalloc(&cell, sizeof *cell));
    HANDLE_ERROR(cudaMalloc(&done, sizeof *done));
    HANDLE_ERROR(cudaMallocManaged(&ages, readers * reads * sizeof *ages));
    ticks<<<1, 1>>>(ages);
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("one tick of the clock: %llu ns; ages in ns\n%-24s %12s %12s %12s\n", ages[0], "the read", "median",
           "99.9 %", "largest");
    for (int way = 0; way < ways; ++way) {
        HANDLE_ERROR(cudaMemset(cell, 0, sizeof *cell));
        HANDLE_ERROR(cudaMemset(done, 0, sizeof *done));
        run<<<1 + readers, 1>>>(way, cell, done, ages);
        HANDLE_ERROR(cudaDeviceSynchronize());
        const int all = readers * reads;
        std::sort(ages, ages + all);
        printf("%-24s %12llu %12llu %12llu\n", names[way], ages[all / 2], ages[all - 1 - all / 1000], ages[all - 1]);
    }
    HANDLE_ERROR(cudaFree(cell));
    HANDLE_ERROR(cudaFree(done));
    HANDLE_ERROR(cudaFree(ages));
    return 0;
}
