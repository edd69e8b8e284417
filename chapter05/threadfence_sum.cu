// SPDX-License-Identifier: MIT
// threadfence_sum.cu: a sum in one launch: the block that finishes last adds up the parts of all blocks.
//
// __syncthreads() does not span the grid. So each block stores its part and then increments a counter. The block that
// counts last adds up the parts. It finds them all only if each part is visible before its count. A fence between the
// two ensures that, and the last block needs a fence between the count and its reads. --no-fence launches a kernel
// without the two fences: that is wrong, although 20000 runs on an H200 did not show it.
//
//     nvcc -o threadfence_sum chapter05/threadfence_sum.cu              for a GPU
//     cpu_device/cucc -o threadfence_sum chapter05/threadfence_sum.cu   for the CPU device
//     ./threadfence_sum --no-fence --runs 20000
//
// It prints the sum of the first run, or of the last wrong one, and how often it was right. Exit status: 0 if the sum
// was right every time.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/options.h"

const int N = 1 << 20;             // elements
const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_blocks = 65536;

// The elements are 1, 2, ..., 7, 1, 2, ... Any sum of them is a whole number below 2^24, which a float holds exactly:
// in whatever order they are added, the result is this one.
const float exact_sum = N / 7 * 28 + N % 7 * (N % 7 + 1) / 2;

// The sum of the elements tid, tid + (threads in the grid), ...
__device__ float sum_of_thread(const float *a)
{
    float mine = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
        mine += a[tid];
    return mine;
}

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

// The last block's work: its threads share the parts out among them.
__device__ void add_parts(const float *parts, float *cache, float *total)
{
    int blocks = gridDim.x;
    float mine = 0;
    for (int i = threadIdx.x; i < blocks; i += blockDim.x)
        mine += parts[i];

    float all = sum_of_block(mine, cache);
    if (threadIdx.x == 0)
        *total = all;
}

// atomicInc() counts to gridDim.x - 1 and then starts again from 0, for the next launch. It returns the count before.
__global__ void sum(const float *a, float *parts, unsigned *count, float *total)
{
    __shared__ float cache[threads_per_block];
    __shared__ bool last;

    float part = sum_of_block(sum_of_thread(a), cache);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part;
        __threadfence(); // a block that sees the count sees the part
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
        __threadfence(); // the reads below see nothing older than the count
    }

    // every thread knows whether this is the last block, and has read the cache, which add_parts() writes again
    __syncthreads();

    if (last)
        add_parts(parts, cache, total);
}

// The same without the fences: wrong.
__global__ void sum_without_fences(const float *a, float *parts, unsigned *count, float *total)
{
    __shared__ float cache[threads_per_block];
    __shared__ bool last;

    float part = sum_of_block(sum_of_thread(a), cache);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part; // wrong, on purpose: the count may be visible first
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    }

    // every thread knows whether this is the last block, and has read the cache, which add_parts() writes again
    __syncthreads();

    if (last)
        add_parts(parts, cache, total);
}

int main(int argc, char **argv)
{
    // options
    int blocks = 1024;
    int runs = 1;
    int no_fence = 0;
    const struct option_spec options[] = {{"blocks", "N", "blocks of 256 threads (1024)", option_count, &blocks},
                                          {"runs", "N", "launches it N times (1)", option_count, &runs},
                                          {"no-fence", NULL, "leaves the fences out", option_flag, &no_fence},
                                          {}};
    parse_options(argc, argv, "A sum in one launch: the last block adds up the parts of all.", options);
    if (blocks > most_blocks) {
        fprintf(stderr, "%s: --blocks is at most %d\n", program_name(), most_blocks);
        return 2;
    }

    // input
    float *a = (float *)malloc(N * sizeof(float));
    HANDLE_NULL(a);
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7;

    float *dev_a;
    float *dev_parts;
    float *dev_total;
    unsigned *dev_count;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_parts, blocks * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_total, sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_count, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_count, 0, sizeof(unsigned)));

    // launch, and check each run
    float shown = 0;
    int right = 0;
    for (int run = 0; run < runs; run++) {
        // NaNs, so that nothing of the previous run is left
        HANDLE_ERROR(cudaMemset(dev_parts, 0xff, blocks * sizeof(float)));
        HANDLE_ERROR(cudaMemset(dev_total, 0xff, sizeof(float)));

        if (no_fence)
            sum_without_fences<<<blocks, threads_per_block>>>(dev_a, dev_parts, dev_count, dev_total);
        else
            sum<<<blocks, threads_per_block>>>(dev_a, dev_parts, dev_count, dev_total);
        HANDLE_ERROR(cudaGetLastError());

        // the copy waits for the kernel
        float total;
        HANDLE_ERROR(cudaMemcpy(&total, dev_total, sizeof(float), cudaMemcpyDeviceToHost));

        if (total == exact_sum)
            right++;
        if (run == 0 || total != exact_sum)
            shown = total;
    }

    const char *reason = "each part was visible before its count";
    if (right != runs)
        reason = "the last block read parts that were not yet visible to it";
    else if (no_fence)
        reason = "no part came late this time, which proves nothing of the next";
    printf("Does GPU value %.9g = %.9g?\n", shown, exact_sum);
    printf("Right in %d of %d runs, %d blocks: %s.\n", right, runs, blocks, reason);

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_parts));
    HANDLE_ERROR(cudaFree(dev_total));
    HANDLE_ERROR(cudaFree(dev_count));
    free(a);
    return right == runs ? EXIT_SUCCESS : EXIT_FAILURE;
}
