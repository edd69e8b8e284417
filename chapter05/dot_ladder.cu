// SPDX-License-Identifier: MIT
// dot_ladder.cu: the dot product of dot.cu, changed one thing at a time until it runs at the speed of memory.
//
// A dot product reads every element once and does almost nothing with it, so memory bandwidth is its limit. A copy in
// the same run is the yardstick. Each kernel changes one thing in the kernel before it.
//
//     nvcc -O2 -o dot_ladder chapter05/dot_ladder.cu            for a GPU: measures
//     cpu_device/cucc -o dot_ladder chapter05/dot_ladder.cu     for the CPU device: counts
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if all sums are right.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form of their dot product
#include "../common/measure.h"
#include "../common/options.h"

const int warp_size = 32;
const int threads_per_block = 256; // a power of two, for the tree reduction; at least a warp, for the shuffles
const int warps_per_block = threads_per_block / warp_size;

// --- the sum of one thread ---
//
// Each thread takes the pair at its number in the grid, the pair one grid further, and so on. The numbers are of the
// type size_t, because 2^28 elements have more bytes than an int can count. The vectors are const and __restrict__:
// while a kernel runs, nothing else writes to them, so their loads may come early.

__device__ float sum_one_by_one(const float *__restrict__ a, const float *__restrict__ b, size_t n)
{
    size_t stride = (size_t)blockDim.x * gridDim.x;
    float sum = 0;
#pragma unroll 1 // one load after the other
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        sum += a[i] * b[i];
    return sum;
}

__device__ float dot_of_four(float4 x, float4 y)
{
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

// Each load of 16 bytes brings four neighbours. A float4 must begin at a multiple of 16 bytes; cudaMalloc() begins at
// one. The number of elements is a multiple of 4.
__device__ float sum_by_fours(const float *__restrict__ a, const float *__restrict__ b, size_t n)
{
    const float4 *a4 = (const float4 *)a;
    const float4 *b4 = (const float4 *)b;
    size_t stride = (size_t)blockDim.x * gridDim.x;
    float sum = 0;
#pragma unroll 1
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += stride)
        sum += dot_of_four(a4[i], b4[i]);
    return sum;
}

// Four such loads of each vector are in flight before the first product.
__device__ float sum_with_four_in_flight(const float *__restrict__ a, const float *__restrict__ b, size_t n)
{
    enum { loads = 4 };
    const float4 *a4 = (const float4 *)a;
    const float4 *b4 = (const float4 *)b;
    const float4 zeros = {0, 0, 0, 0};
    size_t stride = (size_t)blockDim.x * gridDim.x;
    float sum = 0;
#pragma unroll 1
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += loads * stride) {
        float4 x[loads];
        float4 y[loads];
        for (int k = 0; k < loads; k++) {
            bool inside = i + k * stride < n / 4;
            x[k] = inside ? a4[i + k * stride] : zeros;
            y[k] = inside ? b4[i + k * stride] : zeros;
        }
        for (int k = 0; k < loads; k++)
            sum += dot_of_four(x[k], y[k]);
    }
    return sum;
}

// --- the sum of a block, in its first thread ---

// With nine barriers.
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

// Within a warp, sums pass from register to register.
__device__ float add_warp(float sum)
{
    for (int i = warp_size / 2; i != 0; i /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, i);
    return sum;
}

// With one barrier.
__device__ float add_by_shuffles(float sum)
{
    __shared__ float warp_sums[warps_per_block];
    int warp = threadIdx.x / warp_size;
    int lane = threadIdx.x % warp_size;

    sum = add_warp(sum);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are stored before the first warp reads them

    if (warp != 0)
        return 0;
    return add_warp(lane < warps_per_block ? warp_sums[lane] : 0);
}

// --- the kernels ---
//
// c gets one sum for each block, which the host adds up.

__global__ void dot_one_by_one(const float *__restrict__ a, const float *__restrict__ b, float *c, size_t n)
{
    float sum = add_by_halving(sum_one_by_one(a, b, n));
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

__global__ void dot_by_fours(const float *__restrict__ a, const float *__restrict__ b, float *c, size_t n)
{
    float sum = add_by_halving(sum_by_fours(a, b, n));
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

__global__ void dot_four_in_flight(const float *__restrict__ a, const float *__restrict__ b, float *c, size_t n)
{
    float sum = add_by_halving(sum_with_four_in_flight(a, b, n));
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

__global__ void dot_shuffles(const float *__restrict__ a, const float *__restrict__ b, float *c, size_t n)
{
    float sum = add_by_shuffles(sum_with_four_in_flight(a, b, n));
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

// Here c gets the sum of all blocks.
__global__ void dot_atomic(const float *__restrict__ a, const float *__restrict__ b, float *c, size_t n)
{
    float sum = add_by_shuffles(sum_with_four_in_flight(a, b, n));
    if (threadIdx.x == 0)
        atomicAdd(c, sum);
}

int main(int argc, char **argv)
{
    // options
    size_t n = device_counts() ? 1 << 18 : 1 << 28;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector, rounded up to fours (2^28; 2^18 where the device counts)", option_size, &n},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The dot product on its way to the memory's limit.", options);
    n = (n + 3) / 4 * 4; // for 16-byte loads
    struct table table = begin_table("dot product", csv);

    int multiprocessors;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const int enough = 32 * multiprocessors; // each runs 8 blocks at once, and takes another when one ends
    const struct rung {
        const char *name;
        void (*kernel)(const float *a, const float *b, float *c, size_t n);
        int blocks;
        int sums;
    } rungs[] = {{"the book's 32 blocks", dot_one_by_one, 32, 32},
                 {"enough blocks", dot_one_by_one, enough, enough},
                 {"16-byte loads", dot_by_fours, enough, enough},
                 {"four of them in flight", dot_four_in_flight, enough, enough},
                 {"warp shuffles", dot_shuffles, enough, enough},
                 {"one atomicAdd a block", dot_atomic, enough, 1}};

    // input
    static float sums[1 << 16]; // room for the sums of all blocks
    float *a;
    float *b;
    float *c;
    HANDLE_ERROR(cudaMalloc((void **)&a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&c, sizeof sums));
    fill_vectors<<<enough, threads_per_block>>>(a, b, n);
    HANDLE_ERROR(cudaGetLastError());

    // launch, and check each kernel
    for (int r = 0; r < 6; r++) {
        const struct rung *rung = &rungs[r];
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            if (rung->sums == 1)
                HANDLE_ERROR(cudaMemsetAsync(c, 0, sizeof(float))); // the blocks add to it; it is timed, too
            rung->kernel<<<rung->blocks, threads_per_block>>>(a, b, c, n);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(sums, c, rung->sums * sizeof(float), cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemset(c, 0xff, sizeof sums)); // NaNs, so that no sum of this kernel is left
        double sum = 0;
        for (int i = 0; i < rung->sums; i++)
            sum += sums[i];

        bool right = fabs(sum - exact_dot(n)) <= allowed_error(n, 8 + rung->blocks); // a NaN is not
        print_row(&table, rung->name, cost, 2.0 * n * sizeof(float), sum, !right);
    }
    print_copy(&table, b, a, 2 * n * sizeof(float));
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(c));
    return status;
}
