// SPDX-License-Identifier: MIT
// dot_rounded.cu: the dot product with the book's vectors: its sum is rounded, and the book's line does not show that.
//
// The book computes with a[i] = i and b[i] = 2 * i, and compares the sum with a closed form, both printed with six
// digits. They look equal. But a float has 24 bits, which is a little more than seven digits, and this sum has 14:
// nearly every addition rounds. With such numbers a small mistake in a kernel would show no more than the rounding
// does. dot.cu has small whole numbers instead, whose sum is exact.
//
//     nvcc -o dot_rounded chapter05/dot_rounded.cu              for a GPU
//     cpu_device/cucc -o dot_rounded chapter05/dot_rounded.cu   for the CPU device
//     ./dot_rounded
//
// It prints the book's line, and the same with all digits. Exit status: 0 if the sum differs from the exact one by no more
// than rounding explains, 1 if by more.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h" // HANDLE_ERROR and HANDLE_NULL: a call that fails ends the program

const int N = 33 * 1024;           // elements
const int threads_per_block = 256; // a power of two, for the tree reduction
const int blocks_per_grid = 32;    // any number is right: the loop over the elements fits every grid

// The sum of 2 * i * i for all i below N, in whole numbers of 64 bits: exact.
static long long exact_dot(void)
{
    long long last = N - 1;
    return 2 * (last * (last + 1) * (2 * last + 1) / 6);
}

// How much of the sum may be lost: each addition of positive numbers, and each product, rounds by at most half an
// epsilon of its result. On its way to the sum an element goes through a product, 5 additions of its thread, 8 of its
// block, and 32 of the host.
static double allowed_error(void)
{
    return (1 + 5 + 8 + 32) * (FLT_EPSILON / 2) * exact_dot();
}

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
        a[i] = i;
        b[i] = 2 * i;
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
    double exact = exact_dot();
    double error = fabs(c - exact);
    bool explained = error <= allowed_error(); // false for a NaN
    printf("Does GPU value %.6g = %.6g?\n", c, exact);
    printf("With all digits: %.0f, and exactly %.0f.\n", c, exact);
    printf("%s: the sum is wrong by %.0f, %s.\n", explained ? "Yes" : "NO", error,
           explained ? "which rounding explains" : "more than rounding explains");

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    free(a);
    free(b);
    free(partial_c);
    return explained ? EXIT_SUCCESS : EXIT_FAILURE;
}
