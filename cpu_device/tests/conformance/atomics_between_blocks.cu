// SPDX-License-Identifier: MIT
// atomics_between_blocks.cu: what atomics of one block write, atomics of all others see, with no fence and no barrier.

#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

const int blocks = 1024, threads_per_block = 256, threads = blocks * threads_per_block;

// Each thread takes a number, and marks it as taken. The last number wraps the counter to 0, for the next launch.
__global__ void take_number(unsigned *next, int *taken, int *numbers, int *taken_before)
{
    unsigned number = atomicInc(next, gridDim.x * blockDim.x - 1);
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = number;
    if (atomicExch(&taken[number], 1) != 0)
        atomicAdd(taken_before, 1);
}

// Each thread swaps its index into one variable: the chain of what they got back has every index once.
__global__ void swap_in(int *variable, int *before)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    before[i] = atomicExch(variable, i);
}

// How many of 0 to threads - 1 the values have exactly once, `last` taken as one of them.
static int found_once(const int *values, int last)
{
    static unsigned char found[threads];
    memset(found, 0, sizeof found);
    for (int i = 0; i <= threads; i++) {
        int value = i < threads ? values[i] : last;
        if (value >= 0 && value < threads && found[value] < 2)
            found[value]++;
    }
    int once = 0;
    for (int i = 0; i < threads; i++)
        once += found[i] == 1;
    return once;
}

int main(void)
{
    static int values[threads];
    int *dev_values, *dev_taken, *dev_taken_before, *dev_variable, taken_before, last;
    unsigned *dev_next, next;
    HANDLE_ERROR(cudaMalloc((void **)&dev_values, threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_taken, threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_taken_before, sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_variable, sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_next, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(dev_next, 0, sizeof(unsigned)));
    for (int run = 0; run < 4; run++) {
        HANDLE_ERROR(cudaMemset(dev_taken, 0, threads * sizeof(int)));
        HANDLE_ERROR(cudaMemset(dev_taken_before, 0, sizeof(int)));
        take_number<<<blocks, threads_per_block>>>(dev_next, dev_taken, dev_values, dev_taken_before);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemcpy(&taken_before, dev_taken_before, sizeof(int), cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemcpy(&next, dev_next, sizeof(unsigned), cudaMemcpyDeviceToHost));
        printf("launch %d: %d of %d numbers taken once, %d seen as taken before, the counter at %u\n", run,
               found_once(values, -1), threads, taken_before, next);
    }

    // -1: before the first swap
    HANDLE_ERROR(cudaMemset(dev_variable, 0xff, sizeof(int)));
    swap_in<<<blocks, threads_per_block>>>(dev_variable, dev_values);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(&last, dev_variable, sizeof(int), cudaMemcpyDeviceToHost));
    printf("swaps: %d of %d indices came back once\n", found_once(values, last), threads);

    HANDLE_ERROR(cudaFree(dev_values));
    HANDLE_ERROR(cudaFree(dev_taken));
    HANDLE_ERROR(cudaFree(dev_taken_before));
    HANDLE_ERROR(cudaFree(dev_variable));
    HANDLE_ERROR(cudaFree(dev_next));
    return 0;
}
