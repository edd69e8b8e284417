// SPDX-License-Identifier: MIT
// last_additions.cu: who should add up the sums of the blocks, the host or the last block? The time from a launch until
// the host has the sum of 2^20 elements, for 32 to 65536 blocks, by the host's clock.
//
//     bench/record.sh last-additions-h200 build/gpu/bench/last_additions
//
// The last block adds as in chapter05/threadfence_sum.cu. Exit status: 0 if every sum was right. On the CPU device the
// program only verifies: its memory is the host's own, so times would say nothing about the copy.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../common/book.h"
#include "../common/measure.h"

const int N = 1 << 20;             // elements
const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_blocks = 65536;

// The elements are 1, 2, ..., 7, 1, 2, ...: their sum is below 2^24, and exact in float.
const float exact_sum = N / 7 * 28 + N % 7 * (N % 7 + 1) / 2;

// The sum over the threads of a block; each of them gets it.
__device__ float sum_of_block(float mine, float *cache)
{
    int cache_index = threadIdx.x;
    cache[cache_index] = mine;
    // every number is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i)
            cache[cache_index] += cache[cache_index + i];
        // this round is done before the next one, or the return, reads it
        __syncthreads();
    }
    return cache[0];
}

// The block's part: a thread takes the elements tid, tid + (threads in the grid), ....
__device__ float part_of_block(const float *a, float *cache)
{
    float mine = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
        mine += a[tid];
    return sum_of_block(mine, cache);
}

// As in chapter05/threadfence_sum.cu.
__global__ void sum_by_last_block(const float *a, float *parts, unsigned *count, float *total)
{
    __shared__ float cache[threads_per_block];
    __shared__ bool last;
    int blocks = gridDim.x;

    float part = part_of_block(a, cache);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part;
        __threadfence(); // who sees the count sees the part
        // counts to blocks - 1, and then starts anew from 0, for the next launch
        last = atomicInc(count, blocks - 1) == gridDim.x - 1;
        __threadfence(); // what is read below is not from before the count
    }
    // every thread knows if this is the last block, and has read the cache, which is written again
    __syncthreads();
    if (!last)
        return;

    float mine = 0;
    for (int i = threadIdx.x; i < blocks; i += blockDim.x)
        mine += parts[i];
    float all = sum_of_block(mine, cache);
    if (threadIdx.x == 0)
        *total = all;
}

// The host adds up the parts when the kernel has ended. That needs no fence.
__global__ void sum_parts(const float *a, float *parts)
{
    __shared__ float cache[threads_per_block];
    float part = part_of_block(a, cache);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = part;
}

static float *dev_a, *dev_parts, *dev_total, parts[most_blocks];
static unsigned *dev_count;

static float sum_once(int blocks, bool by_host)
{
    float sum = 0;
    if (by_host)
        sum_parts<<<blocks, threads_per_block>>>(dev_a, dev_parts);
    else
        sum_by_last_block<<<blocks, threads_per_block>>>(dev_a, dev_parts, dev_count, dev_total);
    HANDLE_ERROR(cudaGetLastError());
    // the copies wait for the kernel
    if (!by_host) {
        HANDLE_ERROR(cudaMemcpy(&sum, dev_total, sizeof sum, cudaMemcpyDeviceToHost));
        return sum;
    }
    HANDLE_ERROR(cudaMemcpy(parts, dev_parts, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++)
        sum += parts[i];
    return sum;
}

static double microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main(int argc, char **argv)
{
    refuse_arguments(argc, argv);
    const int runs = device_counts() ? 1 : 1000, counts[] = {32, 264, 1024, 8192, 65536};
    int wrong = 0;
    float *a;
    double *times;
    HANDLE_NULL(a = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(times = (double *)malloc(runs * sizeof(double)));
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_parts, sizeof parts));
    HANDLE_ERROR(cudaMalloc((void **)&dev_total, sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_count, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_count, 0, sizeof(unsigned)));

    printf("blocks,  the host adds up,  the last block does  (us, medians of %d)\n", runs);
    for (int blocks : counts) {
        double medians[2];
        for (int by_host = 0; by_host < 2; by_host++) {
            for (int run = -runs / 10; run < runs; run++) { // those before 0 warm up
                double start = microseconds();
                wrong += !(sum_once(blocks, by_host) == exact_sum); // also a NaN
                if (run >= 0)
                    times[run] = microseconds() - start;
            }
            medians[by_host] = median(times, runs);
        }
        if (device_counts())
            printf("%6d,  -,  -\n", blocks);
        else
            printf("%6d,  %.1f,  %.1f\n", blocks, medians[1], medians[0]);
    }
    printf("%s\n", wrong == 0 ? "Verified: every sum is exact." : "NO: sums are wrong.");
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_parts));
    HANDLE_ERROR(cudaFree(dev_total));
    HANDLE_ERROR(cudaFree(dev_count));
    free(a);
    free(times);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
