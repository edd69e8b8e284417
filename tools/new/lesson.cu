// SPDX-License-Identifier: MIT
// NAME.cu: each block turns its numbers around; a thread reads what another one wrote, after the barrier.
//
// Thread t stores its number in memory that the block shares, and takes the number of the thread opposite. That thread
// may belong to another warp, so all threads wait at a barrier between the two.
//
//     nvcc -o NAME chapter05/NAME.cu              for a GPU
//     cpu_device/cucc -o NAME chapter05/NAME.cu   for the CPU device
//     ./NAME
//
// It prints how many numbers are in the right place. Exit status: 0 if all are.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/options.h"

const int blocks = 64, threads_per_block = 256;
const int N = blocks * threads_per_block; // a number for each thread

// The closed form: what the place i holds in the end.
static int expected(int i)
{
    int block = i / threads_per_block, t = i % threads_per_block;
    return block * threads_per_block + threads_per_block - 1 - t;
}

// Each thread moves one number.
__global__ void turn(int *numbers)
{
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = numbers[i];
    __syncthreads(); // the thread opposite has stored its number
    numbers[i] = cache[threads_per_block - 1 - t];
}

int main(int argc, char **argv)
{
    parse_options(argc, argv, "Each block turns its numbers around.", NULL);

    int *numbers, *dev_numbers;
    HANDLE_NULL(numbers = (int *)malloc(N * sizeof(int)));
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, N * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, N * sizeof(int), cudaMemcpyHostToDevice));

    turn<<<blocks, threads_per_block>>>(dev_numbers);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, N * sizeof(int), cudaMemcpyDeviceToHost));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += numbers[i] == expected(i);
    printf("%s: %d of %d numbers are in the right place.\n", right == N ? "Yes" : "NO", right, N);

    HANDLE_ERROR(cudaFree(dev_numbers));
    free(numbers);
    return right == N ? EXIT_SUCCESS : EXIT_FAILURE;
}
