// SPDX-License-Identifier: MIT
// missing_barriers.cu: in how many launches a race in shared memory gives a wrong result, by kind.
//
//     nvcc -O2 -arch=native -o missing_barriers bench/behaviour/missing_barriers.cu && ./missing_barriers 100000
//
// The guess: those in which a warp reads what another warp stores late are wrong in most launches; the tree of
// dot_unsynced and the reader of the next warp's value never.
#include <stdio.h>
#include <stdlib.h>

#include "../../common/book.h"

const int threads = 256;
const int blocks = 132;

// Counts a launch once, however many of its threads find it wrong: launches follow one another.
__device__ void note(int launch, unsigned *wrong)
{
    if (atomicExch(&wrong[0], launch) != (unsigned)launch)
        atomicAdd(&wrong[1], 1);
}

// Without its barrier in the loop: dot_unsynced's tree.
__global__ void tree(int launch, unsigned *wrong)
{
    __shared__ int sums[threads];
    sums[threadIdx.x] = threadIdx.x + launch;
    __syncthreads();
    for (int i = threads / 2; i > 0; i /= 2)
        if (threadIdx.x < i)
            sums[threadIdx.x] += sums[threadIdx.x + i];
    __syncthreads();
    if (threadIdx.x == 0 && sums[0] != threads * (threads - 1) / 2 + threads * launch)
        note(launch, wrong);
}

// Each thread reads the value of the next warp.
__global__ void next_warp(int launch, unsigned *wrong)
{
    __shared__ volatile int values[threads];
    values[threadIdx.x] = threadIdx.x + launch;
    if (values[(threadIdx.x + 32) % threads] != (threadIdx.x + 32) % threads + launch)
        note(launch, wrong);
}

// One thread stores what all read.
__global__ void broadcast(int launch, unsigned *wrong)
{
    __shared__ volatile int value;
    if (threadIdx.x == 0)
        value = launch;
    if (value != launch)
        note(launch, wrong);
}

// The same after a long computation of that thread.
__global__ void late_broadcast(int launch, unsigned *wrong)
{
    __shared__ volatile int value;
    if (threadIdx.x == 0) {
        float x = launch;
        for (int i = 0; i < 20; ++i)
            x = sqrtf(x + i);
        value = launch + (x < 0);
    }
    if (value != launch)
        note(launch, wrong);
}

// A tile is stored by rows and read by columns.
__global__ void transpose(int launch, unsigned *wrong)
{
    __shared__ volatile int tile[16][17];
    int row = threadIdx.x / 16, column = threadIdx.x % 16;
    tile[row][column] = threadIdx.x + launch;
    if (tile[column][row] != 16 * column + row + launch)
        note(launch, wrong);
}

// The second barrier of a loop over tiles is missing: a fast warp stores the next tile too early.
__global__ void next_tile(int launch, unsigned *wrong)
{
    __shared__ volatile int tile[threads];
    int bad = 0;
    for (int round = 0; round < 8; ++round) {
        tile[threadIdx.x] = threadIdx.x + launch + round;
        __syncthreads();
        for (int i = 0; i < threads; i += 32)
            bad |= tile[(threadIdx.x + i) % threads] != (threadIdx.x + i) % threads + launch + round;
    }
    if (bad)
        note(launch, wrong);
}

// Each thread adds its neighbour's value in place, lane by lane.
__global__ void scan_step(int launch, unsigned *wrong)
{
    __shared__ volatile int values[threads];
    values[threadIdx.x] = launch;
    __syncthreads();
    if (threadIdx.x >= 16)
        values[threadIdx.x] += values[threadIdx.x - 16];
    if (values[threadIdx.x] != (threadIdx.x >= 16 ? 2 : 1) * launch)
        note(launch, wrong);
}

// Shared counters without atomics: two threads add to each.
__global__ void counters(int launch, unsigned *wrong)
{
    __shared__ volatile int bins[threads / 2];
    bins[threadIdx.x / 2] = 0;
    __syncthreads();
    bins[threadIdx.x % (threads / 2)] += 1;
    __syncthreads();
    if (bins[threadIdx.x / 2] != 2)
        note(launch, wrong);
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*kernel)(int, unsigned *);
    } kinds[] = {{"a tree without the barrier in its loop", tree},
                 {"the value of the next warp, read at once", next_warp},
                 {"one thread's value, read by all at once", broadcast},
                 {"the same, computed for some time", late_broadcast},
                 {"a tile by rows, read by columns at once", transpose},
                 {"no barrier at the end of a round", next_tile},
                 {"a sum with the 16th lane before, in place", scan_step},
                 {"two threads add to a counter without atomics", counters}};
    int launches = argc > 1 ? atoi(argv[1]) : 1000;
    unsigned *wrong;
    HANDLE_ERROR(cudaMallocManaged(&wrong, 2 * sizeof *wrong));
    printf("launches of %d blocks of %d threads: %d\n", blocks, threads, launches);
    printf("%-48s %s\n", "what has no barrier", "wrong launches");
    for (int kind = 0; kind < (int)(sizeof kinds / sizeof *kinds); ++kind) {
        wrong[0] = wrong[1] = 0;
        for (int launch = 1; launch <= launches; ++launch)
            kinds[kind].kernel<<<blocks, threads>>>(launch, wrong);
        HANDLE_ERROR(cudaDeviceSynchronize());
        printf("%-48s %u\n", kinds[kind].name, wrong[1]);
        fflush(stdout);
    }
    HANDLE_ERROR(cudaFree(wrong));
    return 0;
}
