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

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

namespace cg = cooperative_groups;

const int threads_per_block = 256;  // a power of two, at least the largest tile
const int blocks_for_counts = 1056; // of the histogram, whose threads take many elements each
const int most_elements = 1 << 28;

// A tile for each row of `size` elements, in shared memory: half of the threads add the other half's sums, and so on.
template <int size, bool synced> __global__ void by_hand(const int *in, int n, int *sums)
{
    __shared__ int cache[threads_per_block];
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    int i = threadIdx.x + blockIdx.x * blockDim.x, me = threadIdx.x, rank = tile.thread_rank();
    if (i >= n)
        return; // with its whole tile, because n is a multiple of 32
    cache[me] = in[i];
    for (int half = size / 2; half != 0; half /= 2) {
        if (synced)
            tile.sync(); // the sums of the other half have been stored
        if (rank < half)
            cache[me] += cache[me + half];
    }
    if (rank == 0)
        sums[i / size] = cache[me];
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

struct way {
    const char *name;
    void (*kernel)(const int *, int, int *);
    int size; // of a row, or the number of bins
};

// A row of results: for the rows of the matrix their sums, for the histogram its bins.
static void measure(struct table *table, const struct way &way, bool rows, int *in, int n, int *out)
{
    const int results = rows ? n / way.size : way.size, blocks = (n + threads_per_block - 1) / threads_per_block;
    for (int i = 0; i < n; i++)
        in[i] = i % (rows ? 1009 : way.size); // every bin gets every size-th element
    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost)) {
        if (!rows)
            HANDLE_ERROR(cudaMemsetAsync(out, 0, results * sizeof(int)));
        way.kernel<<<rows ? blocks : min(blocks, blocks_for_counts), threads_per_block>>>(in, n, out);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaDeviceSynchronize());
    size_t wrong = 0;
    unsigned sum = 0; // for the tests: of all results, each by its number
    for (int i = 0; i < results; i++) {
        int right = n / way.size + (i < n % way.size);
        if (rows)
            for (int k = right = 0; k < way.size; k++)
                right += in[i * way.size + k];
        wrong += out[i] != right;
        sum += (i + 1) * (unsigned)out[i];
        out[i] = -1; // nothing is left for the next way
    }
    print_row(table, way.name, cost, (double)n * sizeof(int), sum, wrong);
}

int main(int argc, char **argv)
{
    int n = device_counts() ? 1 << 15 : 1 << 26, unsynced = 0;
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
    const struct way by_tiles[] = {{"rows of 32 by hand", unsynced ? by_hand<32, false> : by_hand<32, true>, 32},
                                   {"rows of 32 by reduce()", by_reduce<32>, 32},
                                   {"rows of 16 by reduce()", by_reduce<16>, 16},
                                   {"rows of 8 by reduce()", by_reduce<8>, 8},
                                   {"rows of 4 by hand", unsynced ? by_hand<4, false> : by_hand<4, true>, 4},
                                   {"rows of 4 by reduce()", by_reduce<4>, 4}};
    const struct way by_bins[] = {
        {"1 bin by threads", count_each, 1},        {"1 bin by groups", count_by_groups, 1},
        {"8 bins by threads", count_each, 8},       {"8 bins by groups", count_by_groups, 8},
        {"1024 bins by threads", count_each, 1024}, {"1024 bins by groups", count_by_groups, 1024}};
    int *in, *out;
    HANDLE_ERROR(cudaMallocManaged((void **)&in, n * sizeof(int)));
    HANDLE_ERROR(cudaMallocManaged((void **)&out, (n / 4 > 1024 ? n / 4 : 1024) * sizeof(int)));
    struct table table = begin_table("sums of rows", csv);
    for (const struct way &way : by_tiles)
        measure(&table, way, true, in, n, out);
    next_table(&table, "histogram");
    for (const struct way &way : by_bins)
        measure(&table, way, false, in, n, out);
    int status = end_table(&table);
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    return status;
}
