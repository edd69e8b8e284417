// SPDX-License-Identifier: MIT
// cluster_dot.cu: blocks of a cluster read each other's shared memory, and need a barrier before and after.
//
// Many dot products, eight blocks for each. Every block adds up its part; then the eight sums must come together. In
// global memory each block adds its sum by an atomic, and the host must set the result to 0 before. In a cluster the
// eight blocks run at the same time, and each can read the others' shared memory: one of them adds up the eight sums
// and stores the result. A block's shared memory is gone when the block exits. So there are two barriers of the
// cluster. The first makes sure that all sums are stored before one is read, the second that no block exits before its
// sum has been read. --leave leaves out the second: then the program exits with status 1 on an H200.
//
//     nvcc -arch=sm_90 -o cluster_dot modern/cluster_dot.cu    for a GPU of compute capability 9.0 or later
//     cpu_device/cucc -o cluster_dot modern/cluster_dot.cu     for the CPU device
//     ./cluster_dot --leave
//
// It prints what each way costs. Exit status: 0 if all results were right.

#include <cooperative_groups.h>
#include <math.h>
#include <stdio.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int blocks_per_product = 8;  // the largest portable cluster; a launch may ask for 16 on an H100
const int most_elements = 1 << 28; // in all: 1 GiB for each side
const int most_products = 1 << 16;

// The factors are 1, 2, ..., 7, 1, 2, ... and 1, 2, ..., 5, 1, 2, ...: 35 products in a row add up to 28 * 15.
static double exact_dot(long long first, int n)
{
    double rest = 0;
    for (long long i = first; i < first + n % 35; i++)
        rest += (1 + i % 7) * (1 + i % 5);
    return n / 35 * 420.0 + rest;
}

// The sum over the threads of a block; each of them gets it.
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

// The first half of each way: a block's part of the dot product of a[0..n) and b[0..n).
__device__ double sum_of_part(const float *a, const float *b, int n, int part)
{
    double mine = 0;
    for (int i = threadIdx.x + part * blockDim.x; i < n; i += blockDim.x * blocks_per_product)
        mine += a[i] * b[i];
    return sum_of_block(mine);
}

// results[] must be 0 before.
__global__ void by_atomics(const float *a, const float *b, int n, double *results)
{
    int product = blockIdx.x / blocks_per_product;
    int part = blockIdx.x % blocks_per_product;
    size_t first = (size_t)product * n;

    double sum = sum_of_part(a + first, b + first, n, part);
    if (threadIdx.x == 0)
        atomicAdd(&results[product], sum);
}

template <bool leaves> __global__ void __cluster_dims__(blocks_per_product, 1, 1)
    by_cluster(const float *a, const float *b, int n, double *results)
{
    __shared__ double sum; // of this block; the others of the cluster read it
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    int product = blockIdx.x / blocks_per_product;
    int part = cluster.block_rank();
    size_t first = (size_t)product * n;

    double mine = sum_of_part(a + first, b + first, n, part);
    if (threadIdx.x == 0)
        sum = mine;

    // all blocks of the cluster have begun, and stored their sums
    cluster.sync();

    if (part == 0 && threadIdx.x == 0) {
        double all = 0;
        for (int other = 0; other < blocks_per_product; other++)
            all += *cluster.map_shared_rank(&sum, other);
        results[product] = all;
    }

    // no block exits before its sum was read
    if (!leaves)
        cluster.sync();
}

enum way { atomics, cluster, cluster_that_leaves };

static void launch(enum way way, int products, const float *a, const float *b, int n, double *results)
{
    const int blocks = products * blocks_per_product;
    if (way == atomics) {
        HANDLE_ERROR(cudaMemsetAsync(results, 0, products * sizeof(double))); // it is timed, too
        by_atomics<<<blocks, threads_per_block>>>(a, b, n, results);
    } else if (way == cluster) {
        by_cluster<false><<<blocks, threads_per_block>>>(a, b, n, results);
    } else {
        by_cluster<true><<<blocks, threads_per_block>>>(a, b, n, results);
    }
    HANDLE_ERROR(cudaGetLastError());
}

// A row of the table.
static void measure(struct table *table, enum way way, int products, const float *a, const float *b, int n,
                    double *results)
{
    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost))
        launch(way, products, a, b, n, results);
    HANDLE_ERROR(cudaDeviceSynchronize()); // the host reads the results

    double sum = 0;
    size_t wrong = 0;
    for (int i = 0; i < products; i++) {
        sum += results[i];
        if (!(results[i] == exact_dot((long long)i * n, n))) // a NaN is not equal to anything
            wrong++;
        results[i] = NAN; // nothing is left for the next way
    }
    const char *name = way == atomics ? "atomics in global memory" : "a cluster";
    print_row(table, name, cost, 2.0 * n * products * sizeof(float), sum, wrong);
}

int main(int argc, char **argv)
{
    // options
    int n = device_counts() ? 2048 : 16384;
    int products = device_counts() ? 16 : 1024;
    int leave = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (16384; 2048 where the device counts)", option_count, &n},
        {"products", "N", "dot products (1024; 16 where the device counts)", option_count, &products},
        {"leave", NULL, "leaves out the last barrier of the cluster", option_flag, &leave},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Dot products of eight blocks each: sums in global memory, or in a cluster's.", options);
    if (products > most_products || n > most_elements / products) {
        fprintf(stderr, "%s: at most %d products, of %d elements in all\n", program_name(), most_products,
                most_elements);
        return 2;
    }
    require_feature(cudaDevAttrClusterLaunch, "clusters");
    struct table table = begin_table("dot products", csv);

    // input
    const int all = n * products;
    float *a;
    float *b;
    double *results;
    HANDLE_ERROR(cudaMallocManaged((void **)&a, all * sizeof(float)));
    HANDLE_ERROR(cudaMallocManaged((void **)&b, all * sizeof(float)));
    HANDLE_ERROR(cudaMallocManaged((void **)&results, products * sizeof(double)));
    for (int i = 0; i < all; i++) {
        a[i] = 1 + i % 7;
        b[i] = 1 + i % 5;
    }

    // launch, and check each way
    measure(&table, atomics, products, a, b, n, results);
    measure(&table, leave ? cluster_that_leaves : cluster, products, a, b, n, results);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(results));
    return status;
}
