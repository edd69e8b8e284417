// SPDX-License-Identifier: MIT
// dot_once.cu: the dot product in one launch, by a barrier for the whole grid and by the block that finishes last.
//
// The dot product of chapter 5 ends with one sum for each block. To add these up on the GPU, one block must know that
// all of them have been stored. A cooperative launch has a barrier for all blocks, grid.sync(), but then all of them
// must fit on the GPU at once. The other way needs no barrier: the block that counts last adds up the sums. Its counter
// is an atomic with a memory order: release makes the block's sum visible before its count, acquire keeps the last
// block's reads after it. --relaxed leaves the order out, which is wrong although a GPU may get it right.
//
//     nvcc -arch=native -o dot_once modern/dot_once.cu    for the GPU of this machine
//     cpu_device/cucc -o dot_once modern/dot_once.cu      for the CPU device
//     ./dot_once --relaxed
//
// It prints what each way costs. Exit status: 0 if all results were right.

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <math.h>
#include <stdio.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_elements = 1 << 28; // 1 GiB for each vector; their numbers fit into an int, and so do those of the grid

__device__ unsigned count; // of the blocks that have stored their sums; 0 again when a launch has ended
__managed__ double result; // the host reads it when the launch has ended

// The factors are 1, 2, ..., 7, 1, 2, ... and 1, 2, ..., 5, 1, 2, ...: every 35 products add up to 28 * 15.
static double exact_dot(int n)
{
    double rest = 0;
    for (int i = n / 35 * 35; i < n; i++)
        rest += (1 + i % 7) * (1 + i % 5);
    return n / 35 * 420.0 + rest;
}

// The sum over the threads of a block; each of them gets it. Before the next call they must have met at a barrier.
__device__ double sum_of_block(double mine)
{
    __shared__ double cache[threads_per_block];
    int cache_index = threadIdx.x;
    cache[cache_index] = mine;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i)
            cache[cache_index] += cache[cache_index + i];

        // this round is done before the next one, or the return, reads it
        __syncthreads();
    }
    return cache[0];
}

// The first half of each way: the sum of a block's products.
__device__ void store_sum_of_products(const float *a, const float *b, int n, double *sums)
{
    double mine = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        mine += a[i] * b[i];

    mine = sum_of_block(mine);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = mine;
}

// The second half, for the one block that knows that all sums have been stored.
__device__ void add_up(const double *sums)
{
    double mine = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        mine += sums[i];

    mine = sum_of_block(mine);
    if (threadIdx.x == 0)
        result = mine;
}

__global__ void by_barrier(const float *a, const float *b, int n, double *sums)
{
    store_sum_of_products(a, b, n, sums);

    // all blocks have stored their sums, and see those of the others
    cooperative_groups::this_grid().sync();

    if (blockIdx.x == 0)
        add_up(sums);
}

template <cuda::memory_order order> __global__ void by_last_block(const float *a, const float *b, int n, double *sums)
{
    __shared__ bool last;
    store_sum_of_products(a, b, n, sums);

    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(count);
        last = counter.fetch_add(1, order) == gridDim.x - 1;
        if (last)
            counter.store(0, cuda::memory_order_relaxed); // for the next launch, which the stream orders
    }

    // all threads know which block this is, and see what thread 0 has acquired
    __syncthreads();

    if (last)
        add_up(sums);
}

enum way { grid_barrier, last_block, last_block_relaxed };

static void launch(enum way way, int blocks, const float *a, const float *b, int n, double *sums)
{
    if (way == grid_barrier) {
        void *arguments[] = {&a, &b, &n, &sums};
        HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)by_barrier, blocks, threads_per_block, arguments));
    } else if (way == last_block) {
        by_last_block<cuda::memory_order_acq_rel><<<blocks, threads_per_block>>>(a, b, n, sums);
    } else {
        by_last_block<cuda::memory_order_relaxed><<<blocks, threads_per_block>>>(a, b, n, sums);
    }
    HANDLE_ERROR(cudaGetLastError());
}

// A row of the table.
static void measure(struct table *table, enum way way, int blocks, const float *a, const float *b, int n, double *sums)
{
    result = NAN; // nothing is left from the way before
    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost))
        launch(way, blocks, a, b, n, sums);

    // the result is complete when the last launch has ended
    HANDLE_ERROR(cudaDeviceSynchronize());
    const char *name = way == grid_barrier ? "the grid's barrier" : "the last block";
    print_row(table, name, cost, 2.0 * n * sizeof(float), result, result != exact_dot(n));
}

// How many blocks the GPU can run at once: the barrier of the grid must not wait for a block that cannot begin.
static int resident_blocks(void)
{
    int multiprocessors;
    int resident;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, by_barrier, threads_per_block, 0));
    return multiprocessors * resident;
}

int main(int argc, char **argv)
{
    // options
    int n = device_counts() ? 1 << 16 : 1 << 24;
    int relaxed = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (16777216; 65536 where the device counts)", option_count, &n},
        {"relaxed", NULL, "leaves out the order of the counter", option_flag, &relaxed},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The dot product in one launch: a barrier for the grid, or the last block.", options);
    if (n > most_elements) {
        fprintf(stderr, "%s: --elements is at most %d\n", program_name(), most_elements);
        return 2;
    }
    struct table table = begin_table("dot product", csv);
    require_feature(cudaDevAttrCooperativeLaunch, "cooperative launches");

    // input
    const int blocks = resident_blocks();
    float *a;
    float *b;
    double *sums;
    HANDLE_ERROR(cudaMallocManaged((void **)&a, n * sizeof(float)));
    HANDLE_ERROR(cudaMallocManaged((void **)&b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&sums, blocks * sizeof(double)));
    for (int i = 0; i < n; i++) {
        a[i] = 1 + i % 7;
        b[i] = 1 + i % 5;
    }

    // launch, and check each way
    measure(&table, grid_barrier, blocks, a, b, n, sums);
    measure(&table, relaxed ? last_block_relaxed : last_block, blocks, a, b, n, sums);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(sums));
    return status;
}
