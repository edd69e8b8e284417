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

const int blocks = 64;
const int threads_per_block = 256;
const int N = blocks * threads_per_block; // a number for each thread

// The closed form: what the place i holds in the end.
static int expected(int i)
{
    int block = i / threads_per_block;
    int t = i % threads_per_block;
    return block * threads_per_block + threads_per_block - 1 - t;
}

// Each thread moves one number.
__global__ void turn(int *numbers)
{
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x;
    int i = t + blockIdx.x * blockDim.x;
    cache[t] = numbers[i];

    // the thread opposite has stored its number
    __syncthreads();

    numbers[i] = cache[threads_per_block - 1 - t];
}

int main(void)
{
    // input
    int *numbers = (int *)malloc(N * sizeof(int));
    HANDLE_NULL(numbers);
    for (int i = 0; i < N; i++)
        numbers[i] = i;

    int *dev_numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, N * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, N * sizeof(int), cudaMemcpyHostToDevice));

    // launch
    turn<<<blocks, threads_per_block>>>(dev_numbers);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, N * sizeof(int), cudaMemcpyDeviceToHost));

    // check
    int right = 0;
    for (int i = 0; i < N; i++) {
        if (numbers[i] == expected(i))
            right++;
    }
    printf("%s: %d of %d numbers are in the right place.\n", right == N ? "Yes" : "NO", right, N);

    // free
    HANDLE_ERROR(cudaFree(dev_numbers));
    free(numbers);
    return right == N ? EXIT_SUCCESS : EXIT_FAILURE;
}
