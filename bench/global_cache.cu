// SPDX-License-Identifier: MIT
// global_cache.cu: what does the dot product of dot.cu gain from a cache in shared memory?
//
// Two kernels differ in one thing: where the block's 256 sums lie while it adds them up. A barrier also orders accesses
// of global memory, so both are right. In the first table each thread adds up a few products; in the second it has one,
// so that the tree reduction is nearly all the work. Times are medians of 100 launches.
//
//     build/gpu/bench/global_cache    measures
//     build/cpu/bench/global_cache    counts
//
// Exit status: 0 if all sums were right, 1 if not.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_elements = 1 << 20; // the sum of their products is exact

// dot.cu's kernel. Each block has a cache of its own, wherever it lies.
__device__ void dot_of_block(const float *a, const float *b, int n, float *cache, float *partial_c)
{
    float temp = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < n; tid += blockDim.x * gridDim.x)
        temp += a[tid] * b[tid];
    cache[threadIdx.x] = temp;
    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if ((int)threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        // this round is done before the next one reads
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial_c[blockIdx.x] = cache[0];
}

__global__ void dot_shared_cache(const float *a, const float *b, int n, float *, float *partial_c)
{
    __shared__ float cache[threads_per_block];
    dot_of_block(a, b, n, cache, partial_c);
}

__global__ void dot_global_cache(const float *a, const float *b, int n, float *caches, float *partial_c)
{
    dot_of_block(a, b, n, caches + blockIdx.x * blockDim.x, partial_c);
}

const struct variant {
    const char *name;
    void (*kernel)(const float *a, const float *b, int n, float *caches, float *partial_c);
} variants[] = {{"in shared memory", dot_shared_cache}, {"in global memory", dot_global_cache}};

struct buffers {
    float *a, *b, *caches, *partial_c; // on the device
    float *copy;                       // of partial_c
};

// Two rows of the table. Where the device counts, also what the cache costs in requests to global memory.
static void compare(struct table *table, struct buffers use, int n, int blocks)
{
    double loads[2], stores[2];
    for (int v = 0; v < 2; v++) {
        HANDLE_ERROR(cudaMemset(use.partial_c, 0xff, blocks * sizeof(float))); // NaNs
        struct measurement cost = begin_measurement(100);
        while (one_more_run(&cost)) {
            variants[v].kernel<<<blocks, threads_per_block>>>(use.a, use.b, n, use.caches, use.partial_c);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(use.copy, use.partial_c, blocks * sizeof(float), cudaMemcpyDeviceToHost));
        double sum = 0;
        for (int i = 0; i < blocks; i++)
            sum += use.copy[i];
        loads[v] = (double)cost.counts.global_loads.requests / blocks;
        stores[v] = (double)cost.counts.global_stores.requests / blocks;
        bool right = sum == exact_dot(n); // every partial sum is a whole number that a float holds exactly
        print_row(table, variants[v].name, cost, 2.0 * n * sizeof(float), sum, !right);
    }
    if (device_counts())
        printf("A block's cache in global memory: %g loads and %g stores.\n", loads[1] - loads[0],
               stores[1] - stores[0]);
}

int main(int argc, char **argv)
{
    const char *csv = NULL;
    const struct option_spec options[] = {{"csv", "FILE", "writes the tables to FILE too", option_text, &csv}, {}};
    parse_options(argc, argv, "The dot product with its cache in shared and in global memory.", options);
    const int book_elements = 33 * 1024, book_blocks = 32;
    const int blocks = device_counts() ? 64 : 4096; // times 256 elements: no more than most_elements
    struct table table = begin_table("32 blocks for 33792", csv);

    struct buffers use;
    HANDLE_ERROR(cudaMalloc((void **)&use.a, most_elements * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&use.b, most_elements * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&use.caches, most_elements * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&use.partial_c, blocks * sizeof(float)));
    HANDLE_NULL(use.copy = (float *)malloc(blocks * sizeof(float)));
    fill_vectors<<<64, threads_per_block>>>(use.a, use.b, most_elements);
    HANDLE_ERROR(cudaGetLastError());

    compare(&table, use, book_elements, book_blocks);
    next_table(&table, "an element per thread");
    compare(&table, use, blocks * threads_per_block, blocks);
    int status = end_table(&table);

    HANDLE_ERROR(cudaFree(use.a));
    HANDLE_ERROR(cudaFree(use.b));
    HANDLE_ERROR(cudaFree(use.caches));
    HANDLE_ERROR(cudaFree(use.partial_c));
    free(use.copy);
    return status;
}
