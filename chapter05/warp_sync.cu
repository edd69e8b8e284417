// SPDX-License-Identifier: MIT
// warp_sync.cu: the threads of a warp need synchronization too, also where they get along without it.
//
// In the last six steps of a reduction only the 32 threads of one warp add. Old code has no barrier there: the threads
// of a warp run in step, it says, so each sees what the others wrote. But since Volta (compute capability 7.0) each
// thread may run at its own pace, and the compiler need not leave the order of the source. Four variants:
//     plain      no barrier: a race
//     volatile   the same, with every load and store made, in the order written: still a race
//     syncwarp   __syncwarp() between reading and writing, and between writing and reading
//     shuffle    the sums go from register to register, so no memory is shared
//
//     nvcc -o warp_sync chapter05/warp_sync.cu              for a GPU
//     cpu_device/cucc -o warp_sync chapter05/warp_sync.cu   for the CPU device
//     ./warp_sync --runs 1000
//
// It prints for each variant how many of the blocks' sums were right, and what that is worth: of the last two CUDA
// promises it, of the first two nobody does. Exit status: 0 if every sum was right, 1 if not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, 64 or more
const int blocks_per_grid = 128;   // each makes one sum

// What thread t of block b brings, and what the threads of block b bring together.
__host__ __device__ int value(int b, int t)
{
    return (b + 1) * (t + 1);
}

static int expected_sum(int b)
{
    return (b + 1) * (threads_per_block * (threads_per_block + 1) / 2);
}

// The last six steps, by threads 0 to 31; the result is thread 0's. All 32 add in every step, though ever fewer of
// their sums are wanted: that is cheaper than an if.

__device__ int plain_steps(int *sums, int t)
{
    for (int k = 32; k > 0; k /= 2)
        sums[t] += sums[t + k]; // {plain}
    return sums[t];
}

__device__ int volatile_steps(int *plain_sums, int t)
{
    volatile int *sums = plain_sums;
    for (int k = 32; k > 0; k /= 2)
        sums[t] = sums[t] + sums[t + k]; // {volatile}
    return sums[t];
}

__device__ int syncwarp_steps(int *sums, int t)
{
    int sum = sums[t];
    for (int k = 32; k > 0; k /= 2) {
        sum += sums[t + k];
        __syncwarp(); // all have read before any overwrites what another reads
        sums[t] = sum;
        __syncwarp(); // all have written before any reads for the next step
    }
    return sum;
}

__device__ int shuffle_steps(int *sums, int t)
{
    int sum = sums[t] + sums[t + 32];
    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, k); // waits for all 32, and takes the sum of thread t + k
    return sum;
}

// A thread brings its value, and the block halves the number of sums until 64 are left for its first warp.
template <int (*last_six_steps)(int *, int)> __global__ void sum_blocks(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    sums[t] = value(blockIdx.x, t);

    // every value is there before any thread reads another's
    __syncthreads();

    for (int k = blockDim.x / 2; k > 32; k /= 2) {
        if (t < k)
            sums[t] += sums[t + k];
        // this step's sums are there before any thread reads them in the next
        __syncthreads();
    }

    if (t < 32) {
        int sum = last_six_steps(sums, t);
        if (t == 0)
            results[blockIdx.x] = sum;
    }
}

struct variant {
    const char *name, *step;
    int promised; // by CUDA: it must be right
    void (*kernel)(int *results);
};
const struct variant variants[] = {
    {"plain", "sums[t] += sums[t + k]", 0, sum_blocks<plain_steps>},
    {"volatile", "the same, volatile", 0, sum_blocks<volatile_steps>},
    {"syncwarp", "read, __syncwarp(), write, __syncwarp()", 1, sum_blocks<syncwarp_steps>},
    {"shuffle", "__shfl_down_sync()", 1, sum_blocks<shuffle_steps>},
};
const int variant_count = sizeof variants / sizeof *variants;

static const char *verdict(int promised, int all_right)
{
    if (promised)
        return all_right ? "right, by definition" : "WRONG, against its definition";
    return all_right ? "right, by luck" : "wrong";
}

int main(int argc, char **argv)
{
    const char *name = "all";
    int runs = 10;
    const struct option_spec options[] = {
        {"variant", "NAME", "plain, volatile, syncwarp, shuffle or all (all)", option_text, &name},
        {"runs", "N", "launches each variant N times (10)", option_count, &runs},
        {}};
    parse_options(argc, argv, "A reduction whose last six steps, in one warp, are synchronized or not.", options);
    int known = strcmp(name, "all") == 0;
    for (int v = 0; v < variant_count; v++)
        known |= strcmp(name, variants[v].name) == 0;
    if (!known) {
        fprintf(stderr, "%s: there is no variant '%s'; there are plain, volatile, syncwarp, shuffle and all\n",
                program_name(), name);
        return 2;
    }

    int results[blocks_per_grid], *dev_results;
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, sizeof results));

    long long expected = 0;
    for (int b = 0; b < blocks_per_grid; b++)
        expected += expected_sum(b);
    printf("%d runs of %d blocks of %d threads; the sums of the last run must come to %lld\n\n", runs, blocks_per_grid,
           threads_per_block, expected);
    printf("%-9s %12s  %-18s %-21s %s\n", "variant", "come to", "right sums", "verdict", "a step");
    int ran = 0, right_variants = 0, promised = 0;
    for (int v = 0; v < variant_count; v++) {
        if (strcmp(name, "all") != 0 && strcmp(name, variants[v].name) != 0)
            continue;
        long long right = 0, all = (long long)runs * blocks_per_grid, come_to = 0;
        for (int run = 0; run < runs; run++) {
            // no sum is left from the run before
            HANDLE_ERROR(cudaMemset(dev_results, 0xff, sizeof results));
            variants[v].kernel<<<blocks_per_grid, threads_per_block>>>(dev_results);
            HANDLE_ERROR(cudaGetLastError());
            // the copy waits for the kernel
            HANDLE_ERROR(cudaMemcpy(results, dev_results, sizeof results, cudaMemcpyDeviceToHost));
            come_to = 0;
            for (int b = 0; b < blocks_per_grid; b++) {
                right += results[b] == expected_sum(b);
                come_to += results[b];
            }
        }
        char share[60];
        snprintf(share, sizeof share, "%lld of %lld", right, all);
        printf("%-9s %12lld  %-18s %-21s %s\n", variants[v].name, come_to, share,
               verdict(variants[v].promised, right == all), variants[v].step);
        ran++;
        right_variants += right == all;
        promised += variants[v].promised;
    }
    printf("\n%d of %d variants gave only right sums; CUDA promises that of %d.\n", right_variants, ran, promised);

    HANDLE_ERROR(cudaFree(dev_results));
    return right_variants == ran ? EXIT_SUCCESS : EXIT_FAILURE;
}
