// SPDX-License-Identifier: MIT
// warp_sync.cu: the threads of a warp need synchronization too, even where the result is right without it.
//
// In the last six rounds of a tree reduction only the 32 threads of one warp add. Old code has no barrier there,
// because the threads of a warp ran in lockstep. But since Volta (compute capability 7.0) each thread may run at its
// own pace, and the compiler need not keep the order of the source. Four variants of these rounds, a kernel each:
//     plain      no barrier: a race
//     volatile   the same, with every load and store performed, in the order written: still a race
//     syncwarp   __syncwarp() between reading and writing, and between writing and reading
//     shuffle    the sums pass from register to register, so no memory is shared
//
//     nvcc -o warp_sync chapter05/warp_sync.cu              for a GPU
//     cpu_device/cucc -o warp_sync chapter05/warp_sync.cu   for the CPU device
//     ./warp_sync --runs 1000
//
// It prints for each variant how many of the blocks' sums were right. Exit status: 0 if all were, 1 if not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, 64 or more
const int blocks_per_grid = 128;   // each makes one sum

// Thread t of block b adds (b + 1) * (t + 1): none is zero, and 32 bits hold every sum.
static int expected_sum(int b)
{
    return (b + 1) * (threads_per_block * (threads_per_block + 1) / 2);
}

// The rounds that all kernels have in common. Each thread stores its value, and the block halves the number of sums
// until 64 are left. All threads of the block call it.
__device__ void reduce_to_64(int *sums, int t)
{
    sums[t] = ((int)blockIdx.x + 1) * (t + 1);

    // every value is stored before any thread reads another's
    __syncthreads();

    for (int k = blockDim.x / 2; k > 32; k /= 2) {
        if (t < k)
            sums[t] += sums[t + k];

        // this round's sums are stored before any thread reads them in the next
        __syncthreads();
    }
}

// The last six rounds, by the first warp. All its 32 threads add in every round, though fewer and fewer of their sums
// are needed: that is cheaper than an if. The other warps are done.

__global__ void sum_plain(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    reduce_to_64(sums, t);
    if (t >= 32)
        return;

    for (int k = 32; k > 0; k /= 2)
        sums[t] += sums[t + k];

    if (t == 0)
        results[blockIdx.x] = sums[t];
}

__global__ void sum_volatile(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    reduce_to_64(sums, t);
    if (t >= 32)
        return;

    volatile int *ordered = sums;
    for (int k = 32; k > 0; k /= 2)
        ordered[t] = ordered[t] + ordered[t + k];

    if (t == 0)
        results[blockIdx.x] = ordered[t];
}

__global__ void sum_syncwarp(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    reduce_to_64(sums, t);
    if (t >= 32)
        return;

    int sum = sums[t];
    for (int k = 32; k > 0; k /= 2) {
        sum += sums[t + k];
        __syncwarp(); // all have read before any thread overwrites what another reads
        sums[t] = sum;
        __syncwarp(); // all have written before any thread reads for the next round
    }

    if (t == 0)
        results[blockIdx.x] = sum;
}

__global__ void sum_shuffle(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    reduce_to_64(sums, t);
    if (t >= 32)
        return;

    int sum = sums[t] + sums[t + 32];
    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, k); // waits for all 32, and takes the sum of thread t + k

    if (t == 0)
        results[blockIdx.x] = sum;
}

enum variant { plain, with_volatile, syncwarp, shuffle, variants };

static const char *const names[variants] = {"plain", "volatile", "syncwarp", "shuffle"};

// What it means if every sum is right.
static const char *const verdicts[variants] = {"right, by luck", "right, by luck", "right, as CUDA promises",
                                               "right, as CUDA promises"};

static void launch(int variant, int *dev_results)
{
    if (variant == plain)
        sum_plain<<<blocks_per_grid, threads_per_block>>>(dev_results);
    else if (variant == with_volatile)
        sum_volatile<<<blocks_per_grid, threads_per_block>>>(dev_results);
    else if (variant == syncwarp)
        sum_syncwarp<<<blocks_per_grid, threads_per_block>>>(dev_results);
    else
        sum_shuffle<<<blocks_per_grid, threads_per_block>>>(dev_results);
    HANDLE_ERROR(cudaGetLastError());
}

// Launches a variant so many times, and prints its line of the table. Returns whether every sum was right.
static bool run_variant(int variant, int runs, int *dev_results)
{
    int results[blocks_per_grid];
    long long right = 0;
    long long total = 0;
    for (int run = 0; run < runs; run++) {
        // so that no sum of the previous run is left
        HANDLE_ERROR(cudaMemset(dev_results, 0xff, sizeof results));
        launch(variant, dev_results);

        // the copy waits for the kernel
        HANDLE_ERROR(cudaMemcpy(results, dev_results, sizeof results, cudaMemcpyDeviceToHost));

        for (int b = 0; b < blocks_per_grid; b++) {
            total += results[b];
            if (results[b] == expected_sum(b))
                right++;
        }
    }

    long long all = (long long)runs * blocks_per_grid;
    printf("%-9s %-24s %16lld  %lld of %lld\n", names[variant], right == all ? verdicts[variant] : "wrong", total,
           right, all);
    return right == all;
}

int main(int argc, char **argv)
{
    // options
    const char *name = NULL;
    int runs = 10;
    const struct option_spec options[] = {
        {"variant", "NAME", "plain, volatile, syncwarp or shuffle (all)", option_text, &name},
        {"runs", "N", "launches each variant N times (10)", option_count, &runs},
        {}};
    parse_options(argc, argv, "A reduction whose last six rounds, in one warp, are synchronized or not.", options);

    int first = 0;
    int end = variants;
    if (name != NULL) {
        while (first < variants && strcmp(name, names[first]) != 0)
            first++;
        if (first == variants) {
            fprintf(stderr, "%s: there is no variant '%s'\n", program_name(), name);
            return 2;
        }
        end = first + 1;
    }

    // launch, and check
    int *dev_results;
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, blocks_per_grid * sizeof(int)));

    printf("%-9s %-24s %16s  right sums\n", "variant", "", "they add up to");
    int right_variants = 0;
    for (int variant = first; variant < end; variant++) {
        if (run_variant(variant, runs, dev_results))
            right_variants++;
    }
    printf("\n%d of %d variants gave only right sums.\n", right_variants, end - first);

    // free
    HANDLE_ERROR(cudaFree(dev_results));
    return right_variants == end - first ? EXIT_SUCCESS : EXIT_FAILURE;
}
