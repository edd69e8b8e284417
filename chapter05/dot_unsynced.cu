// SPDX-License-Identifier: MIT
// dot_unsynced.cu: the dot product without the barrier in its loop: wrong, although a GPU often gets the right sum.
//
// In dot.cu the threads of a block wait after each round. Here they go on at once, and a thread may add a sum that
// another thread has not finished. Whether it does depends on the hardware's schedule: a race.
//
//     nvcc -o dot_unsynced chapter05/dot_unsynced.cu              for a GPU
//     cpu_device/cucc -o dot_unsynced chapter05/dot_unsynced.cu   for the CPU device
//     ./dot_unsynced --runs 200
//
// It prints the sum of the first run, or of the last wrong one, and how often it was right. A right sum shows that this
// schedule did no harm. It says nothing about the next run. Exit status: 0 if it was right every time, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form of their dot product
#include "../common/options.h"

const int N = 33 * 1024;           // elements; up to 2^20 their sum is exact
const int threads_per_block = 256; // a power of two, for the tree reduction

// The division rounds up, so that the last elements get a block even if they do not fill it. The book's 32 blocks are
// enough: the loop in the kernel gives the right sum with any number of blocks.
const int needed_blocks = (N + threads_per_block - 1) / threads_per_block;
const int blocks_per_grid = needed_blocks < 32 ? needed_blocks : 32;

// A thread takes the pairs tid, tid + (threads in the grid), ... and adds its sum to those of its block.
__global__ void dot(const float *a, const float *b, float *partial_c)
{
    __shared__ float cache[threads_per_block];
    int cache_index = threadIdx.x;
    int tid = threadIdx.x + blockIdx.x * blockDim.x;

    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cache_index] = temp;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i)
            cache[cache_index] += cache[cache_index + i];

        // here a __syncthreads() is missing, on purpose: dot.cu has it
    }

    if (cache_index == 0)
        partial_c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    // options
    int runs = 1;
    const struct option_spec options[] = {{"runs", "N", "launches it N times (1)", option_count, &runs}, {}};
    parse_options(argc, argv, "A dot product whose threads read sums that others may not have finished.", options);

    // input
    float *a = (float *)malloc(N * sizeof(float));
    float *b = (float *)malloc(N * sizeof(float));
    float *partial_c = (float *)malloc(blocks_per_grid * sizeof(float));
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(partial_c);

    for (int i = 0; i < N; i++) {
        a[i] = element_of_a(i);
        b[i] = element_of_b(i);
    }

    float *dev_a;
    float *dev_b;
    float *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, blocks_per_grid * sizeof(float)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice));

    // launch, and check each run
    double exact = exact_dot(N);
    float shown = 0;
    int right = 0;
    for (int run = 0; run < runs; run++) {
        // NaNs, so that no result of the previous run is left
        HANDLE_ERROR(cudaMemset(dev_partial_c, 0xff, blocks_per_grid * sizeof(float)));

        dot<<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c);
        HANDLE_ERROR(cudaGetLastError());

        // the copy waits for the kernel
        HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocks_per_grid * sizeof(float), cudaMemcpyDeviceToHost));

        float c = 0;
        for (int i = 0; i < blocks_per_grid; i++)
            c += partial_c[i];

        if (c == exact)
            right++;
        if (run == 0 || c != exact)
            shown = c;
    }

    printf("Does GPU value %.9g = %.9g?\n", shown, exact);
    if (right == runs)
        printf("Yes: right in %d of %d runs: no race did harm this time, which proves nothing of the next.\n", right,
               runs);
    else
        printf("NO: right in %d of %d runs: threads added sums that others had not finished.\n", right, runs);

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    free(a);
    free(b);
    free(partial_c);
    return right == runs ? EXIT_SUCCESS : EXIT_FAILURE;
}
