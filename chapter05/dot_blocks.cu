// SPDX-License-Identifier: MIT
// dot_blocks.cu: how many blocks? Enough to keep every multiprocessor supplied with loads; more do no harm.
//
// The book launches 32 blocks and says that other numbers may be better. Here the kernel of dot.cu runs with 1, 2, 4,
// ... blocks. All launches load the same data; what grows is the number of loads in flight at once. A load from memory
// takes hundreds of cycles. While some threads wait for their loads, others can issue more, if there are others.
//
//     nvcc -O2 -o dot_blocks chapter05/dot_blocks.cu            for a GPU: measures
//     cpu_device/cucc -o dot_blocks chapter05/dot_blocks.cu     for the CPU device: counts
//
// It prints a line for each number of blocks: the time, or what the loads touch. Exit status: 0 if all sums are right.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_blocks = 8192;

// A thread takes the pair at its place in the grid, the pair one grid further, and so on. A block stores one sum.
__global__ void dot(const float *a, const float *b, float *c, size_t n)
{
    __shared__ float cache[threads_per_block];
    float sum = 0;
#pragma unroll 1 // one load after the other, as it is written
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads(); // every sum is in the cache before any thread reads another's
    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads(); // this round is done before the next one reads
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The dot product with 1, 2, 4, ... blocks.", options);
    struct table table = begin_table("dot product", csv);

    static float sums[most_blocks], *a, *b, *c;
    HANDLE_ERROR(cudaMalloc((void **)&a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&c, sizeof sums));
    fill_vectors<<<1024, threads_per_block>>>(a, b, n);
    HANDLE_ERROR(cudaGetLastError());

    for (int blocks = 1; blocks <= most_blocks; blocks *= 2) {
        HANDLE_ERROR(cudaMemset(c, 0xff, sizeof sums)); // NaNs, so that no sum of the previous launch is left
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            dot<<<blocks, threads_per_block>>>(a, b, c, n);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(sums, c, blocks * sizeof(float), cudaMemcpyDeviceToHost));
        double sum = 0;
        for (int i = 0; i < blocks; i++)
            sum += sums[i];
        bool right = fabs(sum - exact_dot(n)) <= allowed_error(n, 8); // a NaN is not; the host adds without rounding
        char name[40];
        snprintf(name, sizeof name, "%d block%s", blocks, blocks == 1 ? "" : "s");
        print_row(&table, name, cost, 2.0 * n * sizeof(float), sum, !right);
    }
    print_copy(&table, b, a, 2 * n * sizeof(float));
    int status = end_table(&table);

    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(c));
    return status;
}
