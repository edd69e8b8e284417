// SPDX-License-Identifier: MIT
// dot_ladder.cu: the dot product of dot.cu, changed one thing at a time until it runs at the speed of memory.
//
// A dot product reads every element once and does almost nothing with it, so memory bandwidth is its limit. A copy in
// the same run shows that limit. Each kernel changes one thing in the kernel before it.
//
//     nvcc -O2 -o dot_ladder chapter05/dot_ladder.cu            for a GPU: measures
//     cpu_device/cucc -o dot_ladder chapter05/dot_ladder.cu     for the CPU device: counts
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if all sums are right.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form
#include "../common/measure.h"
#include "../common/options.h"

const int warp_size = 32, threads_per_block = 256; // a power of two, for the halving; at least a warp, for the shuffles

// The sum of one thread: the pair at its place in the grid, the pair one grid further, and so on.
__device__ float sum_one_by_one(const float *a, const float *b, size_t n)
{
    float sum = 0;
#pragma unroll 1 // one load after the other
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    return sum;
}

// Each load of 16 bytes brings four neighbours; several loads of each vector are in flight before the first product.
template <int loads> __device__ float sum_by_fours(const float *a, const float *b, size_t n)
{
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b, zeros = {};
    const size_t step = (size_t)blockDim.x * gridDim.x;
    float sum = 0;
#pragma unroll 1
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += loads * step) {
        float4 x[loads], y[loads];
        for (int k = 0; k < loads; k++) {
            x[k] = i + k * step < n / 4 ? a4[i + k * step] : zeros;
            y[k] = i + k * step < n / 4 ? b4[i + k * step] : zeros;
        }
        for (int k = 0; k < loads; k++)
            sum += x[k].x * y[k].x + x[k].y * y[k].y + x[k].z * y[k].z + x[k].w * y[k].w;
    }
    return sum;
}

// The sum of a block, in its first thread: with nine barriers ...
__device__ float add_by_halving(float sum)
{
    __shared__ float cache[threads_per_block];
    cache[threadIdx.x] = sum;
    __syncthreads(); // every sum is in the cache before any thread reads another's
    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads(); // this round is done before the next one reads
    }
    return cache[0];
}

// ... or with one: within a warp, sums pass from register to register
__device__ float add_warp(float sum)
{
    for (int i = warp_size / 2; i != 0; i /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, i);
    return sum;
}

__device__ float add_by_shuffles(float sum)
{
    __shared__ float warp_sums[threads_per_block / warp_size];
    int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    sum = add_warp(sum);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are stored before the first warp reads them
    return warp == 0 ? add_warp(lane < threads_per_block / warp_size ? warp_sums[lane] : 0) : 0;
}

// `c` gets one sum for each block, which the host adds up; or, if `complete`, the sum of all blocks.
template <float sum_of_thread(const float *, const float *, size_t), float sum_of_block(float), bool complete>
__global__ void dot(const float *a, const float *b, float *c, size_t n)
{
    float sum = sum_of_block(sum_of_thread(a, b, n));
    if (threadIdx.x == 0 && complete)
        atomicAdd(c, sum);
    else if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

int main(int argc, char **argv)
{
    size_t n = device_counts() ? 1 << 18 : 1 << 28;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector, rounded up to fours (2^28; 2^18 where the device counts)", option_size, &n},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The dot product on its way to the memory's limit.", options);
    struct table table = begin_table("dot product", csv);
    n = (n + 3) / 4 * 4; // for 16-byte loads
    int multiprocessors;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const int enough = 32 * multiprocessors; // each runs 8 blocks at once, and takes another when one ends
    const struct {
        const char *name;
        void (*kernel)(const float *, const float *, float *, size_t);
        int blocks, sums;
    } rungs[] = {{"the book's 32 blocks", dot<sum_one_by_one, add_by_halving, false>, 32, 32},
                 {"enough blocks", dot<sum_one_by_one, add_by_halving, false>, enough, enough},
                 {"16-byte loads", dot<sum_by_fours<1>, add_by_halving, false>, enough, enough},
                 {"four of them in flight", dot<sum_by_fours<4>, add_by_halving, false>, enough, enough},
                 {"warp shuffles", dot<sum_by_fours<4>, add_by_shuffles, false>, enough, enough},
                 {"one atomicAdd a block", dot<sum_by_fours<4>, add_by_shuffles, true>, enough, 1}};

    static float sums[1 << 16], *a, *b, *c; // room for the sums of all blocks
    HANDLE_ERROR(cudaMalloc((void **)&a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&c, sizeof sums));
    fill_vectors<<<enough, threads_per_block>>>(a, b, n);
    HANDLE_ERROR(cudaGetLastError());
    for (const auto &rung : rungs) {
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            if (rung.sums == 1)
                HANDLE_ERROR(cudaMemsetAsync(c, 0, sizeof(float))); // the blocks add to it
            rung.kernel<<<rung.blocks, threads_per_block>>>(a, b, c, n);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(sums, c, rung.sums * sizeof(float), cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemset(c, 0xff, sizeof sums)); // NaNs, so that no sum of this kernel is left
        double sum = 0;
        for (int i = 0; i < rung.sums; i++)
            sum += sums[i];
        bool right = fabs(sum - exact_dot(n)) <= allowed_error(n, 8 + rung.blocks); // a NaN is not
        print_row(&table, rung.name, cost, 2.0 * n * sizeof(float), sum, !right);
    }
    print_copy(&table, b, a, 2 * n * sizeof(float));
    int status = end_table(&table);
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(c));
    return status;
}
