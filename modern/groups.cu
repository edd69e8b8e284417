// SPDX-License-Identifier: MIT
// groups.cu: groups of threads within a block: sums of short rows by tiles, and a histogram that counts by groups.
//
// __syncthreads() waits for the whole block. A row of 8 elements needs no more than 8 threads: a tile of 8, with its
// own barrier, and reduce() gives all of them the sum without shared memory. The groups of the histogram form while it
// runs: of the threads that are active, those that found the same value. One of them counts for all.
//
//     nvcc -arch=native -o groups modern/groups.cu    for the GPU of this machine
//     cpu_device/cucc -o groups modern/groups.cu      for the CPU device
//     ./groups --unsynced
//
// It prints what each way costs. --unsynced leaves out the barrier of the tiles, which is wrong. Exit status: 0 if all
// results were right.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
#include <string.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

namespace cg = cooperative_groups;

const int threads_per_block = 256;  // a power of two, at least the largest tile
const int blocks_for_counts = 1056; // of the histogram, whose threads take many elements each
const int most_bins = 1024;
const int most_elements = 1 << 28; // their numbers fit into an int, and so do those of the grid

// --- the sums of the rows: a tile of threads for each row of `size` elements ---

// In shared memory: half of the threads add the other half's sums, and so on.
template <int size, bool synced> __global__ void by_hand(const int *in, int n, int *sums)
{
    __shared__ int cache[threads_per_block];
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    int rank = tile.thread_rank();
    int cache_index = threadIdx.x;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return; // with its whole tile, because n is a multiple of 32

    cache[cache_index] = in[i];
    for (int half = size / 2; half != 0; half /= 2) {
        if (synced)
            tile.sync(); // the sums of the other half have been stored

        if (rank < half)
            cache[cache_index] += cache[cache_index + half];
    }

    if (rank == 0)
        sums[i / size] = cache[cache_index];
}

template <int size> __global__ void by_reduce(const int *in, int n, int *sums)
{
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;

    int sum = cg::reduce(tile, in[i], cg::plus<int>());
    if (tile.thread_rank() == 0)
        sums[i / size] = sum;
}

// --- the histogram: bin k counts the elements that are k ---

__global__ void count_each(const int *in, int n, int *bins)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[in[i]], 1);
}

// The last round may have fewer than 32 threads of a warp, so the group is of those that are active.
__global__ void count_by_groups(const int *in, int n, int *bins)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        int bin = in[i];
        auto same = cg::labeled_partition(cg::coalesced_threads(), bin);
        if (same.thread_rank() == 0)
            atomicAdd(&bins[bin], (int)same.size());
    }
}

// --- the measurements ---

struct way {
    const char *name;
    void (*kernel)(const int *in, int n, int *out);
    int size; // elements of a row, or the number of bins
};

static int right_sum(const int *in, int row, int size)
{
    int sum = 0;
    for (int k = 0; k < size; k++)
        sum += in[row * size + k];
    return sum;
}

// How many of the numbers 0, 1, ..., n - 1 fall into a bin, by their remainders.
static int right_count(int bin, int bins, int n)
{
    return n / bins + (bin < n % bins ? 1 : 0);
}

static void measure_sums(struct table *table, const struct way *way, int *in, int n, int *sums)
{
    const int rows = n / way->size;
    const int blocks = (n + threads_per_block - 1) / threads_per_block;
    for (int i = 0; i < n; i++)
        in[i] = i % 1009;

    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost)) {
        way->kernel<<<blocks, threads_per_block>>>(in, n, sums);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaDeviceSynchronize()); // the host reads the sums

    size_t wrong = 0;
    for (int row = 0; row < rows; row++) {
        if (sums[row] != right_sum(in, row, way->size))
            wrong++;
    }
    print_row(table, way->name, cost, (double)n * sizeof(int), checksum(sums, rows), wrong);
    memset(sums, 0xff, rows * sizeof(int)); // nothing is left for the next way
}

static void measure_counts(struct table *table, const struct way *way, int *in, int n, int *bins)
{
    const int needed_blocks = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = needed_blocks < blocks_for_counts ? needed_blocks : blocks_for_counts;
    for (int i = 0; i < n; i++)
        in[i] = i % way->size;

    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost)) {
        HANDLE_ERROR(cudaMemsetAsync(bins, 0, way->size * sizeof(int))); // it is timed, too
        way->kernel<<<blocks, threads_per_block>>>(in, n, bins);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaDeviceSynchronize()); // the host reads the bins

    size_t wrong = 0;
    for (int bin = 0; bin < way->size; bin++) {
        if (bins[bin] != right_count(bin, way->size, n))
            wrong++;
    }
    print_row(table, way->name, cost, (double)n * sizeof(int), checksum(bins, way->size), wrong);
}

int main(int argc, char **argv)
{
    // options
    int n = device_counts() ? 1 << 15 : 1 << 26;
    int unsynced = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "a multiple of 32 (67108864; 32768 where the device counts)", option_count, &n},
        {"unsynced", NULL, "leaves out the barrier of the tiles", option_flag, &unsynced},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Sums of short rows by tiles, and a histogram that counts by groups.", options);
    if (n > most_elements || n % 32 != 0) {
        fprintf(stderr, "%s: --elements is a multiple of 32, at most %d\n", program_name(), most_elements);
        return 2;
    }

    // input: room for it, and for the results of the shortest rows or the most bins
    const int most_results = n / 4 > most_bins ? n / 4 : most_bins;
    int *in;
    int *out;
    HANDLE_ERROR(cudaMallocManaged((void **)&in, n * sizeof(int)));
    HANDLE_ERROR(cudaMallocManaged((void **)&out, most_results * sizeof(int)));

    // launch, and check each way
    const struct way sums[] = {{"rows of 32 by hand", unsynced ? by_hand<32, false> : by_hand<32, true>, 32},
                               {"rows of 32 by reduce()", by_reduce<32>, 32},
                               {"rows of 16 by reduce()", by_reduce<16>, 16},
                               {"rows of 8 by reduce()", by_reduce<8>, 8},
                               {"rows of 4 by hand", unsynced ? by_hand<4, false> : by_hand<4, true>, 4},
                               {"rows of 4 by reduce()", by_reduce<4>, 4}};
    const struct way counts[] = {
        {"1 bin by threads", count_each, 1},        {"1 bin by groups", count_by_groups, 1},
        {"8 bins by threads", count_each, 8},       {"8 bins by groups", count_by_groups, 8},
        {"1024 bins by threads", count_each, 1024}, {"1024 bins by groups", count_by_groups, 1024}};
    struct table table = begin_table("sums of rows", csv);
    for (const struct way &way : sums)
        measure_sums(&table, &way, in, n, out);
    next_table(&table, "histogram");
    for (const struct way &way : counts)
        measure_counts(&table, &way, in, n, out);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    return status;
}
