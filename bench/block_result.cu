// SPDX-License-Identifier: MIT
// block_result.cu: is it faster if one thread of a block, instead of all of them, stores the block's result?
//
// All threads of a block have the same result, so both ways are right. But if all store it, each warp makes a request
// of its own. Times are medians of 100 launches.
//
//     build/gpu/bench/block_result    measures
//     build/cpu/bench/block_result    counts
//
// Exit status: 0 if both kernels stored every result, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256;

__host__ __device__ unsigned block_result(unsigned block)
{
    return 3 * block + 1;
}

template <bool all> __global__ void store_result(unsigned *results)
{
    __shared__ unsigned result;
    if (threadIdx.x == 0)
        result = block_result(blockIdx.x);
    // the result is stored before the other threads read it
    __syncthreads();
    if (all || threadIdx.x == 0)
        results[blockIdx.x] = result;
}

const struct variant {
    const char *name;
    void (*kernel)(unsigned *results);
} variants[] = {{"one thread", store_result<false>}, {"all 256 threads", store_result<true>}};

int main(int argc, char **argv)
{
    int blocks = device_counts() ? 64 : 16384;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"blocks", "N", "N blocks of 256 threads (16384; 64 on the CPU device)", option_count, &blocks},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "A block's result, stored by one of its threads or by all.", options);
    struct table table = begin_table("who stores the result", csv);

    unsigned *results, *dev_results;
    size_t bytes = blocks * sizeof *results;
    HANDLE_NULL(results = (unsigned *)malloc(bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, bytes));
    double requests[2];
    for (int v = 0; v < 2; v++) {
        HANDLE_ERROR(cudaMemset(dev_results, 0, bytes));
        struct measurement cost = begin_measurement(100);
        while (one_more_run(&cost)) {
            variants[v].kernel<<<blocks, threads_per_block>>>(dev_results);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(results, dev_results, bytes, cudaMemcpyDeviceToHost));
        requests[v] = (double)cost.counts.global_stores.requests / blocks;
        double sum = 0;
        size_t wrong = 0;
        for (int i = 0; i < blocks; i++) {
            wrong += results[i] != block_result(i);
            sum += results[i];
        }
        print_row(&table, variants[v].name, cost, bytes, sum, wrong);
    }
    if (device_counts())
        printf("\nStore requests of a block: %g by one thread, %g by all.\n", requests[0], requests[1]);
    int status = end_table(&table);

    HANDLE_ERROR(cudaFree(dev_results));
    free(results);
    return status;
}
