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
#include "../common/dot_product.h" // the elements, and the closed form of their dot product
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, for the tree reduction
const int most_blocks = 8192;

// A grid-stride loop: a thread takes the pairs tid, tid + (threads in the grid), ... A block stores one sum. The number
// of elements is a size_t, because --elements may exceed an int.
__global__ void dot(const float *a, const float *b, float *partial_c, size_t n)
{
    __shared__ float cache[threads_per_block];
    size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    size_t stride = (size_t)blockDim.x * gridDim.x;

    float temp = 0;
#pragma unroll 1 // one load after the other, as it is written
    for (size_t i = tid; i < n; i += stride)
        temp += a[i] * b[i];
    cache[threadIdx.x] = temp;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];

        // this round is done before the next one reads
        __syncthreads();
    }

    if (threadIdx.x == 0)
        partial_c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    // options
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The dot product with 1, 2, 4, ... blocks.", options);
    struct table table = begin_table("dot product", csv);

    // input
    float partial_c[most_blocks];
    float *dev_a;
    float *dev_b;
    float *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, n * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, sizeof partial_c));
    fill_vectors<<<1024, threads_per_block>>>(dev_a, dev_b, n);
    HANDLE_ERROR(cudaGetLastError());

    // launch, and check each number of blocks
    for (int blocks = 1; blocks <= most_blocks; blocks *= 2) {
        // NaNs, so that no sum of the previous launch is left
        HANDLE_ERROR(cudaMemset(dev_partial_c, 0xff, sizeof partial_c));

        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            dot<<<blocks, threads_per_block>>>(dev_a, dev_b, dev_partial_c, n);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocks * sizeof(float), cudaMemcpyDeviceToHost));
        double c = 0;
        for (int i = 0; i < blocks; i++)
            c += partial_c[i];

        bool right = fabs(c - exact_dot(n)) <= allowed_error(n, 8); // a NaN is not; the host adds without rounding
        char name[40];
        snprintf(name, sizeof name, "%d block%s", blocks, blocks == 1 ? "" : "s");
        print_row(&table, name, cost, 2.0 * n * sizeof(float), c, !right);
    }
    print_copy(&table, dev_b, dev_a, 2 * n * sizeof(float));
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    return status;
}
