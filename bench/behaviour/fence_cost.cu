// SPDX-License-Identifier: MIT
// fence_cost.cu: the cycles of a fence, by its scope and by the stores that one thread has outstanding; with the other
// multiprocessors idle, and storing.
//
//     nvcc -O2 -arch=native -o fence_cost bench/behaviour/fence_cost.cu && ./fence_cost
//
// The guess: a block's fence costs about 10 cycles; the device's about 500, as a way to the L2 and back; the system's
// twice that.
#include <algorithm>
#include <stdio.h>

#include "../../common/book.h"

enum { block_scope, device_scope, system_scope, scopes };
const int rounds = 1001;
const int most = 64;
const int line = 32; // ints: 128 bytes

__global__ void time_fences(int scope, int stores, int *data, int *others, long long *cycles, volatile int *stop)
{
    if (blockIdx.x > 0) { // company
        for (int i = 0; !*stop && i < 1000000; ++i)
            others[(blockIdx.x * blockDim.x + threadIdx.x) * line + i % line] = i;
        return;
    }
    if (threadIdx.x > 0)
        return;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < stores; ++i)
            *(volatile int *)(data + (round % 16 * most + i) * line) = round;
        long long start = clock64();
        if (scope == block_scope)
            __threadfence_block();
        else if (scope == device_scope)
            __threadfence();
        else
            __threadfence_system();
        cycles[round] = clock64() - start;
    }
    *stop = 1;
}

int main(void)
{
    const char *names[scopes] = {"__threadfence_block()", "__threadfence()", "__threadfence_system()"};
    const int counts[] = {0, 1, 8, 64};
    int *data, *others, *stop;
    long long *cycles;
    HANDLE_ERROR(cudaMalloc(&data, 16 * most * line * sizeof *data));
    HANDLE_ERROR(cudaMalloc(&others, 132 * 256 * line * sizeof *others));
    HANDLE_ERROR(cudaMalloc(&stop, sizeof *stop));
    HANDLE_ERROR(cudaMallocManaged(&cycles, rounds * sizeof *cycles));
    printf("%-24s %10s %10s %10s %10s  (cycles: median, largest)\n", "fence", "stores", "others", "median", "largest");
    for (int company = 0; company < 2; ++company)
        for (int scope = 0; scope < scopes; ++scope)
            for (int count : counts) {
                HANDLE_ERROR(cudaMemset(stop, 0, sizeof *stop));
                time_fences<<<company ? 131 : 1, company ? 256 : 1>>>(scope, count, data, others, cycles, stop);
                HANDLE_ERROR(cudaDeviceSynchronize());
                std::sort(cycles, cycles + rounds);
                printf("%-24s %10d %10s %10lld %10lld\n", names[scope], count, company ? "storing" : "idle",
                       cycles[rounds / 2], cycles[rounds - 1]);
            }
    HANDLE_ERROR(cudaFree(data));
    HANDLE_ERROR(cudaFree(others));
    HANDLE_ERROR(cudaFree(stop));
    HANDLE_ERROR(cudaFree(cycles));
    return 0;
}
