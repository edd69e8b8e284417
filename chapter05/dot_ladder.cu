// SPDX-License-Identifier: MIT
// dot_ladder.cu: the dot product of dot.cu, one change at a time, until the memory can give no more.
//
// A dot product reads every element once and does next to nothing with it, so the memory's speed is its limit: what a
// copy moves in the same run. Each kernel changes one thing: enough blocks, wider loads, more loads on their way at
// once, shuffles in place of barriers, and a result that is complete when the kernel ends.
//
//     nvcc -O2 -o dot_ladder chapter05/dot_ladder.cu            for a GPU
//     cpu_device/cucc -o dot_ladder chapter05/dot_ladder.cu     for the CPU device
//     ./dot_ladder --sweep
//
// It prints each kernel's time and share of that limit; on the CPU device, whose times would teach the wrong thing,
// what it counts instead. --sweep does so for other numbers of blocks. Exit status: 0 if all results are right, 1 if
// not.

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/counters.h"
#include "../common/csv.h"
#include "../common/dot_product.h" // sum_squares
#include "../common/options.h"
#include "../common/timer.h"

const int threads_per_block = 256; // a power of two, for the halving; at least a warp, for the shuffles
const int book_blocks = 32;
const int rounds = 4;    // how often the blocks of the other kernels fill the GPU: who is done early takes one more
const int in_flight = 4; // 16-byte loads of each vector that a thread has on their way at once
const int warp_size = 32;
const int most_sweep_blocks = 4096;
const unsigned int all_lanes = 0xffffffff;

// The vectors hold 1, 2, ..., 7, 1, 2, ... and 7, 6, ..., 1, 7, 6, ...: every product counts, and none is over 16.
const int period = 7, largest_product = 16;

static long long exact_dot(size_t n)
{
    long long rest = n % period; // of these, 1 * 7 + 2 * 6 + ... = 8 * (1 + ... + rest) - (1 + ... + rest * rest)
    return n / period * 84LL + 4 * rest * (rest + 1) - sum_squares(rest);
}

// How far, relatively, a float sum may lie from the exact one. Sums of whole numbers up to 2^24 are exact. Beyond,
// every addition rounds by at most half an epsilon, since all products are positive: one a halving, one a block, and
// those of a thread where its sum gets that far.
static double allowed_error(size_t n, int blocks)
{
    if (exact_dot(n) <= 1 << 24)
        return 0;
    double terms = n / ((size_t)blocks * threads_per_block) + 8; // of a thread, with the left-overs of wide loads
    double roundings = log2(threads_per_block) + blocks + (terms * largest_product > 1 << 24 ? terms : 0);
    return roundings * (FLT_EPSILON / 2) * 1.001; // the last factor covers the products of the roundings
}

__global__ void fill(float *a, float *b, size_t n)
{
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        a[i] = 1 + i % period;
        b[i] = period - i % period;
    }
}

// --- the sum of one thread: of the pairs at its place in the grid, one grid further, and so on ---

__device__ float sum_one_by_one(const float *a, const float *b, size_t n)
{
    float sum = 0;
#pragma unroll 1 // one load after the other, as it is written; several at once are for the third
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    return sum;
}

__device__ float dot_of_four(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// Of the last n % 4 pairs, a pair each for the first threads.
__device__ float left_over(const float *a, const float *b, size_t n)
{
    size_t i = n / 4 * 4 + threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    return i < n ? a[i] * b[i] : 0;
}

// Four neighbours in one load. The vectors lie at multiples of 16 bytes, as cudaMalloc has them.
__device__ float sum_by_fours(const float *a, const float *b, size_t n)
{
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    float sum = left_over(a, b, n);
#pragma unroll 1
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += (size_t)blockDim.x * gridDim.x)
        sum += dot_of_four(a4[i], b4[i]);
    return sum;
}

// All loads of a step before the first product, so that none waits for another.
__device__ float sum_in_flight(const float *a, const float *b, size_t n)
{
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b, zeros = {};
    const size_t step = (size_t)blockDim.x * gridDim.x;
    float sum = left_over(a, b, n);
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += in_flight * step) {
        float4 from_a[in_flight], from_b[in_flight];
#pragma unroll
        for (int k = 0; k < in_flight; k++) {
            from_a[k] = i + k * step < n / 4 ? a4[i + k * step] : zeros;
            from_b[k] = i + k * step < n / 4 ? b4[i + k * step] : zeros;
        }
#pragma unroll
        for (int k = 0; k < in_flight; k++)
            sum += dot_of_four(from_a[k], from_b[k]);
    }
    return sum;
}

// --- the sum of a block, in its first thread ---

__device__ float add_by_halving(float sum)
{
    __shared__ float cache[threads_per_block];
    cache[threadIdx.x] = sum;
    __syncthreads(); // every sum is in the cache before any thread reads another's
    for (unsigned int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads(); // this round's sums are there before the next round adds them up
    }
    return cache[0];
}

__device__ float add_warp(float sum)
{
    for (int i = warp_size / 2; i != 0; i /= 2)
        sum += __shfl_down_sync(all_lanes, sum, i);
    return sum;
}

__device__ float add_by_shuffles(float sum)
{
    __shared__ float warp_sums[threads_per_block / warp_size];
    int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    sum = add_warp(sum);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there before the first warp reads them
    return warp == 0 ? add_warp(lane < threads_per_block / warp_size ? warp_sums[lane] : 0) : 0;
}

// --- the ladder ---

// Four blocks a multiprocessor, or more: that leaves a thread the registers for its loads in flight.
template <float sum_of_thread(const float *, const float *, size_t), float sum_of_block(float)>
__global__ void __launch_bounds__(threads_per_block, 4) dot(const float *a, const float *b, size_t n, float *sums)
{
    float sum = sum_of_block(sum_of_thread(a, b, n));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum; // the host adds these up
}

// The sum of the blocks, and how many are done with it. Both are zero again when the kernel ends. All touch them by
// atomics, so there is no race that a tool could find. But atomics order themselves only one location at a time: it is
// the fences that let a block be counted only when its sum is in the total.
__device__ float total;
__device__ unsigned int blocks_done;

__global__ void __launch_bounds__(threads_per_block, 4)
    dot_complete(const float *a, const float *b, size_t n, float *result)
{
    float sum = add_by_shuffles(sum_in_flight(a, b, n));
    if (threadIdx.x == 0) {
        atomicAdd(&total, sum);
        __threadfence(); // the sum is in the total before this block counts as done
        if (atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1) {
            __threadfence(); // all are done before the last one takes the total
            *result = atomicExch(&total, 0);
        }
    }
}

struct rung {
    const char *name;
    void (*kernel)(const float *a, const float *b, size_t n, float *sums);
    int pairs;     // that a thread takes in one step
    bool many;     // blocks, or the book's
    bool complete; // one sum, or one for each block, which the host adds up
};

static const struct rung rungs[] = {
    {"the book's 32 blocks", dot<sum_one_by_one, add_by_halving>, 1, false, false},
    {"enough blocks", dot<sum_one_by_one, add_by_halving>, 1, true, false},
    {"16-byte loads", dot<sum_by_fours, add_by_halving>, 4, true, false},
    {"four of them in flight", dot<sum_in_flight, add_by_halving>, 4 * in_flight, true, false},
    {"warp shuffles", dot<sum_in_flight, add_by_shuffles>, 4 * in_flight, true, false},
    {"one atomicAdd a block", dot_complete, 4 * in_flight, true, true},
};
const int rung_count = sizeof rungs / sizeof rungs[0];

// So many blocks that the GPU is full `rounds` times, or, where these would find nothing to do, fewer.
static int blocks_for(const struct rung *rung, size_t n)
{
    size_t most = book_blocks, pairs = (size_t)threads_per_block * rung->pairs, needed = (n + pairs - 1) / pairs;
    if (rung->many) {
        int multiprocessors, blocks_each;
        HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
        HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, rung->kernel, threads_per_block, 0));
        most = (size_t)multiprocessors * blocks_each * rounds;
    }
    return needed < most ? needed : most;
}

static void launch(const struct rung *rung, int blocks, const float *a, const float *b, size_t n, float *sums)
{
    rung->kernel<<<blocks, threads_per_block>>>(a, b, n, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// --- the tables ---

static size_t n = 1 << 28;
static float *dev_a, *dev_b, *dev_sums, *sums;
static int repeat = 30;
static bool counted;   // the device counts accesses, and has no times that would teach anything
static double copy_ms; // of one vector over the other
static FILE *csv;

// Both vectors are read, or one is read and one written.
static double gb_per_s(double ms)
{
    return 2e-6 * n * sizeof(float) / ms;
}

// A line of a table, from one of comma-separated values.
__attribute__((format(printf, 1, 2))) static void print_line(const char *format, ...)
{
    char line[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (csv != NULL)
        fprintf(csv, "%s\n", line);
    printf("%-24s", strtok(line, ","));
    for (const char *value = strtok(NULL, ","); value != NULL; value = strtok(NULL, ","))
        printf(" %12s", value);
    printf("\n");
}

static void print_head()
{
    print_line(counted ? "kernel,blocks,loads,sectors/load,of shared,atomics,host adds,sum"
                       : "kernel,blocks,ms,GB/s,of a copy,sum");
}

// What the last launch left, with the host's additions where there is something to add.
static float read_sum(const struct rung *rung, int blocks)
{
    int count = rung->complete ? 1 : blocks;
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, count * sizeof(float), cudaMemcpyDeviceToHost));
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += sums[i];
    return sum;
}

static bool is_right(float sum, int blocks)
{
    double exact = exact_dot(n);
    return fabs(sum - exact) / exact <= allowed_error(n, blocks); // false for a NaN
}

// Launches, verifies, and prints a line.
static bool show(const struct rung *rung, int blocks)
{
    HANDLE_ERROR(cudaMemset(dev_sums, 0xff, blocks * sizeof(float))); // NaNs: no sum is left from before
    counters_begin();
    launch(rung, blocks, dev_a, dev_b, n, dev_sums);
    struct memory_counts counts = counters_end();
    float sum = read_sum(rung, blocks);
    if (counted) {
        print_line("%s,%d,%llu,%.2f,%llu,%llu,%d,%.0f", rung->name, blocks, counts.global_loads.requests,
                   sectors_per_request(counts.global_loads),
                   counts.shared_loads.requests + counts.shared_stores.requests, counts.global_atomics.requests,
                   rung->complete ? 0 : blocks, sum);
        return is_right(sum, blocks);
    }
    struct timer timer = begin_timer(repeat);
    while (one_more_run(&timer))
        launch(rung, blocks, dev_a, dev_b, n, dev_sums);
    double ms = end_timer(&timer);
    if (is_right(sum, blocks))
        sum = read_sum(rung, blocks); // the last time as the first
    print_line("%s,%d,%.4f,%.0f,%.3f,%.0f", rung->name, blocks, ms, gb_per_s(ms), copy_ms / ms, sum);
    return is_right(sum, blocks);
}

static int by_number(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

// The first and the last kernel with powers of two, and with multiples of the number of multiprocessors.
static bool show_sweep(int multiprocessors)
{
    int counts[32], count = 0;
    for (int blocks = 1; blocks <= most_sweep_blocks; blocks *= 2)
        counts[count++] = blocks;
    for (int blocks = multiprocessors; blocks <= most_sweep_blocks; blocks *= 2)
        if ((blocks & (blocks - 1)) != 0)
            counts[count++] = blocks;
    qsort(counts, count, sizeof(int), by_number);
    bool right = true;
    for (int r = 0; r < rung_count; r += rung_count - 1) {
        printf("\nOther numbers of blocks, the %s kernel:\n", r == 0 ? "first" : "last");
        print_head();
        for (int i = 0; i < count; i++)
            right &= show(&rungs[r], counts[i]);
    }
    return right;
}

static void fill_vectors()
{
    fill<<<1024, threads_per_block>>>(dev_a, dev_b, n);
    HANDLE_ERROR(cudaGetLastError());
}

// The limit: what a copy moves.
static void measure_copy(const cudaDeviceProp *device)
{
    int kilohertz = 0, bits = 0;
    HANDLE_ERROR(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0));
    HANDLE_ERROR(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0));
    double peak = 2e-6 * kilohertz * bits / 8; // GB/s, at two transfers a clock
    struct timer timer = begin_timer(repeat);
    while (one_more_run(&timer))
        HANDLE_ERROR(cudaMemcpyAsync(dev_b, dev_a, n * sizeof(float), cudaMemcpyDeviceToDevice));
    copy_ms = end_timer(&timer);
    fill_vectors();
    printf("A copy of one to the other takes %.4f ms: it moves %.0f GB/s, read and written.\n", copy_ms,
           gb_per_s(copy_ms));
    if (peak > 0)
        printf("The peak, by the memory's clock and width, is %.0f GB/s.\n", peak);
    if (n * sizeof(float) < (size_t)device->l2CacheSize)
        printf("They fit in the L2 cache, %.0f MB: the memory shows with more elements.\n", device->l2CacheSize * 1e-6);
}

int main(int argc, char **argv)
{
    size_t elements = 0;
    int sweep = 0;
    const char *csv_name = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (2^28, or what fits; 2^18 on the CPU device)", option_size, &elements},
        {"repeat", "N", "median of N runs (30)", option_count, &repeat},
        {"sweep", NULL, "the first and the last kernel with other numbers of blocks too", option_flag, &sweep},
        {"csv", "FILE", "writes the tables to FILE too", option_text, &csv_name},
        {}};
    parse_options(argc, argv, "The dot product on its way to the memory's limit.", options);

    cudaDeviceProp device;
    size_t free_bytes, all_bytes;
    HANDLE_ERROR(cudaGetDeviceProperties(&device, 0));
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &all_bytes));
    counted = device_counts();
    const size_t most_elements = (free_bytes - free_bytes / 64) / (2 * sizeof(float)); // the rest: for the sums
    if (elements > most_elements) {
        fprintf(stderr, "%s: --elements %zu is too many: of two vectors, the free memory of the device holds %zu\n",
                program_name(), elements, most_elements);
        return 2;
    }
    n = elements != 0 ? elements : counted ? 1 << 18 : 1 << 28;
    while (elements == 0 && n > most_elements / 2)
        n /= 2;
    csv = open_csv(csv_name);

    int blocks[rung_count], most_blocks = most_sweep_blocks;
    for (int r = 0; r < rung_count; r++) {
        blocks[r] = blocks_for(&rungs[r], n);
        most_blocks = blocks[r] > most_blocks ? blocks[r] : most_blocks;
    }
    HANDLE_NULL(sums = (float *)malloc(most_blocks * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, most_blocks * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, n * sizeof(float)));
    fill_vectors();

    printf("%s: the dot product of two vectors of %zu floats is %lld.\n", device.name, n, exact_dot(n));
    if (!counted)
        measure_copy(&device);
    printf("\n");
    print_head();
    bool right = true;
    for (int r = 0; r < rung_count; r++)
        right &= show(&rungs[r], blocks[r]);
    if (sweep)
        right &= show_sweep(device.multiProcessorCount);
    const char *verdict = allowed_error(n, 1) == 0 ? "Yes: every sum is right."
                                                   : "Yes: every sum is right, as far as floats add up to it.";
    printf("\n%s%s\n", right ? verdict : "NO: a sum is wrong.",
           counted ? " Times on a CPU would teach the wrong thing, so it shows what the kernels do instead." : "");

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(sums);
    return close_csv(csv, csv_name) && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
