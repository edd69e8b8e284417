// SPDX-License-Identifier: MIT
// dot.cu: a dot product: the threads of a block share their sums, and wait at a barrier before they read one another's.
//
// Each thread multiplies and adds every 8192nd pair of elements and stores its sum in shared memory. Then the block
// halves the number of sums, round by round: each thread of the lower half adds one sum of the upper half to its own,
// until one sum is left. The host adds up the 32 sums of the blocks.
//
//     nvcc -o dot chapter05/dot.cu              for a GPU
//     cpu_device/cucc -o dot chapter05/dot.cu   for the CPU device
//     ./dot
//
// It prints the sum and the exact value. Exit status: 0 if they are equal, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"        // HANDLE_ERROR and HANDLE_NULL: a call that fails ends the program
#include "../common/dot_product.h" // the elements, and the closed form of their dot product

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

        // this round is done before the next one reads; outside the if, because every thread must reach it
        __syncthreads();
    }

    if (cache_index == 0)
        partial_c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    refuse_arguments(argc, argv);

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

    // launch
    dot<<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocks_per_grid * sizeof(float), cudaMemcpyDeviceToHost));

    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];

    // check
    double exact = exact_dot(N);
    bool verified = c == exact; // every partial sum is a whole number that a float holds exactly
    printf("Does GPU value %.9g = %.9g?\n", c, exact);
    printf("%s: the sum of %d products is %s.\n", verified ? "Yes" : "NO", N, verified ? "exact" : "wrong");

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    free(a);
    free(b);
    free(partial_c);
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
