// SPDX-License-Identifier: MIT
// warp_sync.cu: the threads of a warp need synchronization too, even where the result is right without it.
//
// In the last six rounds of a reduction only the 32 threads of one warp add. Old code has no barrier there, because the
// threads of a warp ran in lockstep. But since Volta (compute capability 7.0) each thread may run at its own pace, and
// the compiler need not keep the order of the source. Four variants:
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

// The last six steps, by threads 0 to 31; thread 0 has the result. All 32 add in every step, though fewer and
// fewer of their sums are needed: that is cheaper than an if.

__device__ int plain_steps(int *sums, int t)
{
    for (int k = 32; k > 0; k /= 2)
        sums[t] += sums[t + k];
    return sums[t];
}

__device__ int volatile_steps(int *plain_sums, int t)
{
    volatile int *sums = plain_sums;
    for (int k = 32; k > 0; k /= 2)
        sums[t] = sums[t] + sums[t + k];
    return sums[t];
}

__device__ int syncwarp_steps(int *sums, int t)
{
    int sum = sums[t];
    for (int k = 32; k > 0; k /= 2) {
        sum += sums[t + k];
        __syncwarp(); // all have read before any thread overwrites what another reads
        sums[t] = sum;
        __syncwarp(); // all have written before any thread reads for the next step
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

// Each thread stores its value, and the block halves the number of sums until 64 are left for its first warp.
template <int (*last_six_steps)(int *, int)> __global__ void sum_blocks(int *results)
{
    __shared__ int sums[threads_per_block];
    int t = threadIdx.x;
    sums[t] = ((int)blockIdx.x + 1) * (t + 1);

    // every value is stored before any thread reads another's
    __syncthreads();

    for (int k = blockDim.x / 2; k > 32; k /= 2) {
        if (t < k)
            sums[t] += sums[t + k];
        // this step's sums are stored before any thread reads them in the next
        __syncthreads();
    }

    if (t < 32) {
        int sum = last_six_steps(sums, t);
        if (t == 0)
            results[blockIdx.x] = sum;
    }
}

const struct variant {
    const char *name, *if_right; // what it means if every sum is right
    void (*kernel)(int *results);
} variants[] = {
    {"plain", "right, by luck", sum_blocks<plain_steps>},
    {"volatile", "right, by luck", sum_blocks<volatile_steps>},
    {"syncwarp", "right, as CUDA promises", sum_blocks<syncwarp_steps>},
    {"shuffle", "right, as CUDA promises", sum_blocks<shuffle_steps>},
};

int main(int argc, char **argv)
{
    const char *name = NULL;
    int runs = 10, first = 0, end = 4;
    const struct option_spec options[] = {
        {"variant", "NAME", "plain, volatile, syncwarp or shuffle (all)", option_text, &name},
        {"runs", "N", "launches each variant N times (10)", option_count, &runs},
        {}};
    parse_options(argc, argv, "A reduction whose last six steps, in one warp, are synchronized or not.", options);
    while (name != NULL && first < end && strcmp(name, variants[first].name) != 0)
        first++;
    if (first == end) {
        fprintf(stderr, "%s: there is no variant '%s'\n", program_name(), name);
        return 2;
    }
    end = name == NULL ? end : first + 1;

    int results[blocks_per_grid], *dev_results;
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, sizeof results));

    int right_variants = 0;
    printf("%-9s %-24s %16s  right sums\n", "variant", "", "they add up to");
    for (const struct variant *v = variants + first; v < variants + end; v++) {
        long long right = 0, all = (long long)runs * blocks_per_grid, total = 0;
        for (int run = 0; run < runs; run++) {
            // so that no sum of the previous run is left
            HANDLE_ERROR(cudaMemset(dev_results, 0xff, sizeof results));
            v->kernel<<<blocks_per_grid, threads_per_block>>>(dev_results);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaMemcpy(results, dev_results, sizeof results, cudaMemcpyDeviceToHost));
            for (int b = 0; b < blocks_per_grid; b++) {
                right += results[b] == expected_sum(b);
                total += results[b];
            }
        }
        printf("%-9s %-24s %16lld  %lld of %lld\n", v->name, right == all ? v->if_right : "wrong", total, right, all);
        right_variants += right == all;
    }
    printf("\n%d of %d variants gave only right sums.\n", right_variants, end - first);

    HANDLE_ERROR(cudaFree(dev_results));
    return right_variants == end - first ? EXIT_SUCCESS : EXIT_FAILURE;
}
