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

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form
#include "../common/options.h"

const int N = 33 * 1024;           // elements; up to 2^20 their sum is exact
const int threads_per_block = 256; // a power of two, for the tree reduction
const int needed_blocks = (N + threads_per_block - 1) / threads_per_block;
const int blocks_per_grid = needed_blocks < 32 ? needed_blocks : 32;

// A thread takes the pairs tid, tid + (threads in the grid), ... and adds its sum to those of its block.
__global__ void dot(const float *a, const float *b, float *c)
{
    __shared__ float cache[threads_per_block];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;

    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        // this round is done before the next one reads; outside the if, because every thread must reach it
        __syncthreads();
    }

    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    parse_options(argc, argv, "The dot product of two vectors, by blocks of threads that share memory.", NULL);

    float *a, *b, *partial_c;
    HANDLE_NULL(a = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(b = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(partial_c = (float *)malloc(blocks_per_grid * sizeof(float)));
    for (int i = 0; i < N; i++) {
        a[i] = element_of_a(i);
        b[i] = element_of_b(i);
    }

    float *dev_a, *dev_b, *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, blocks_per_grid * sizeof(float)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice));

    dot<<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocks_per_grid * sizeof(float), cudaMemcpyDeviceToHost));

    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];

    double exact = exact_dot(N);
    bool verified = c == exact; // every partial sum is a whole number that a float holds exactly
    printf("Does GPU value %.9g = %.9g?\n", c, exact);
    printf("%s: the sum of %d products is %s.\n", verified ? "Yes" : "NO", N, verified ? "exact" : "wrong");

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    free(a);
    free(b);
    free(partial_c);
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
