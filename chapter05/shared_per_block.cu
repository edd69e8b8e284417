// SPDX-License-Identifier: MIT
// shared_per_block.cu: a shared variable exists once for each block, even if many blocks run at the same time.
//
// The first thread of each block stores the block's number in a shared variable. It waits while other blocks store
// theirs in a variable of the same name, many of them on the same multiprocessor. Then all threads of the block read
// the variable: each must find its own block's number.
//
//     nvcc -o shared_per_block chapter05/shared_per_block.cu              for a GPU
//     cpu_device/cucc -o shared_per_block chapter05/shared_per_block.cu   for the CPU device
//     ./shared_per_block
//
// It prints how many threads found their own block's number, and how many blocks ran at the same time. Exit status: 0
// if all threads did, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h" // HANDLE_ERROR and HANDLE_NULL: a call that fails ends the program

const int threads_per_block = 256;
const int blocks_per_grid = 2048; // more than a GPU runs at the same time
const int threads = blocks_per_grid * threads_per_block;
const int wait_cycles = 20000; // long enough for the other blocks to begin

// Blocks are numbered from 1, so that an unwritten variable holds no block's number.
__host__ __device__ int block_number(int block)
{
    return block + 1;
}

// `running` counts the blocks that run now; `most_running` is the most that ran at the same time. Many blocks change
// these two at once, so they use atomic operations: each reads and writes in one step, and no count is lost.
__global__ void read_owner(int *seen, int *running, int *most_running)
{
    __shared__ int owner;

    if (threadIdx.x == 0) {
        owner = block_number(blockIdx.x);

        int others = atomicAdd(running, 1);
        atomicMax(most_running, others + 1);

        long long start = clock64();
        while (clock64() - start < wait_cycles)
            ;
    }

    // the number is stored before any other thread of the block reads it
    __syncthreads();

    seen[threadIdx.x + blockIdx.x * blockDim.x] = owner;

    if (threadIdx.x == 0)
        atomicSub(running, 1);
}

int main(int argc, char **argv)
{
    refuse_arguments(argc, argv);

    // input: none but two counts of 0
    int *seen = (int *)malloc(threads * sizeof(int));
    HANDLE_NULL(seen);

    int *dev_seen;
    int *dev_running;
    int *dev_most_running;
    HANDLE_ERROR(cudaMalloc((void **)&dev_seen, threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_running, sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_most_running, sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_running, 0, sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_most_running, 0, sizeof(int)));

    // launch
    read_owner<<<blocks_per_grid, threads_per_block>>>(dev_seen, dev_running, dev_most_running);
    HANDLE_ERROR(cudaGetLastError());

    // the first copy waits for the kernel
    int most_running;
    HANDLE_ERROR(cudaMemcpy(seen, dev_seen, threads * sizeof(int), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(&most_running, dev_most_running, sizeof(int), cudaMemcpyDeviceToHost));

    // check
    int right = 0;
    for (int i = 0; i < threads; i++) {
        if (seen[i] == block_number(i / threads_per_block))
            right++;
    }
    printf("%s: %d of %d threads found their own block's number; up to %d blocks ran at the same time.\n",
           right == threads ? "Yes" : "NO", right, threads, most_running);

    // free
    HANDLE_ERROR(cudaFree(dev_seen));
    HANDLE_ERROR(cudaFree(dev_running));
    HANDLE_ERROR(cudaFree(dev_most_running));
    free(seen);
    return right == threads ? EXIT_SUCCESS : EXIT_FAILURE;
}
