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
#include <stdio.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_elements = 1 << 28; // 1 GiB for each vector

__device__ unsigned count; // of the blocks that have stored their sums; 0 again when a launch has ended
__managed__ double result; // the host reads it when the launch has ended

// The sum over the threads of a block; each of them gets it. Before the next call they must have met at a barrier.
__device__ double sum_of_block(double mine)
{
    __shared__ double cache[threads_per_block];
    int cache_index = threadIdx.x;
    cache[cache_index] = mine;
    __syncthreads(); // every sum is in the cache before any thread reads another's
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i)
            cache[cache_index] += cache[cache_index + i];
        __syncthreads(); // this round is done before the next one, or the return, reads it
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
    cooperative_groups::this_grid().sync(); // all blocks have stored their sums, and see those of the others
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
    __syncthreads(); // all threads know which block this is, and see what thread 0 has acquired
    if (last)
        add_up(sums);
}

// The factors are 1, 2, ..., 7, 1, 2, ... and 1, 2, ..., 5, 1, 2, ...: every 35 products add up to 28 * 15.
static double exact_dot(int n)
{
    double rest = 0;
    for (int i = n / 35 * 35; i < n; i++)
        rest += (1 + i % 7) * (1 + i % 5);
    return n / 35 * 420.0 + rest;
}

int main(int argc, char **argv)
{
    int n = device_counts() ? 1 << 16 : 1 << 24, relaxed = 0;
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

    // as many blocks as the GPU can run at once: a barrier for all of them must not wait for one that cannot begin
    require_feature(cudaDevAttrCooperativeLaunch, "cooperative launches");
    int multiprocessors, resident;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, by_barrier, threads_per_block, 0));
    int blocks = multiprocessors * resident;

    float *a, *b;
    double *sums;
    HANDLE_ERROR(cudaMallocManaged((void **)&a, n * sizeof(float)));
    HANDLE_ERROR(cudaMallocManaged((void **)&b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&sums, blocks * sizeof(double)));
    for (int i = 0; i < n; i++)
        a[i] = 1 + i % 7, b[i] = 1 + i % 5;
    void *arguments[] = {&a, &b, &n, &sums};
    auto last = relaxed ? by_last_block<cuda::memory_order_relaxed> : by_last_block<cuda::memory_order_acq_rel>;
    for (int barrier = 1; barrier >= 0; barrier--) {
        result = NAN; // nothing is left from the way before
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            if (barrier)
                HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)by_barrier, blocks, threads_per_block, arguments));
            else
                last<<<blocks, threads_per_block>>>(a, b, n, sums);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaDeviceSynchronize());
        print_row(&table, barrier ? "the grid's barrier" : "the last block", cost, 2.0 * n * sizeof(float), result,
                  result != exact_dot(n));
    }
    int status = end_table(&table);
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(sums));
    return status;
}
