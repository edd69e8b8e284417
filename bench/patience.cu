// SPDX-License-Identifier: MIT
// patience.cu: how long a barrier holds the threads that reach it, if the others wait for a flag that is set after it.
//
// The dot product of chapter05/dot_divergent.cu, with its barrier in the if. The threads that skip the barrier wait for
// a flag, and exit when they run out of patience: only then does the barrier release the rest.
//
//     nvcc -o patience bench/patience.cu                 for a GPU
//     cpu_device/cucc -o patience bench/patience.cu      for the CPU device
//     ./patience --cycles 200000000
//
// It prints how many threads gave up, and how long the kernel took. Exit status: 0 if it ended with the right result; 1 if
// the result is wrong, the kernel hangs, or the device stopped it.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form of their dot product
#include "../common/options.h"
#include "../common/watchdog.h" // waits for a kernel with a time limit

const int N = 33 * 1024;           // elements; up to 2^20 their sum is exact
const int threads_per_block = 256; // a power of two, for the tree reduction
const int blocks_per_grid = 32;    // any number is right: the loop over the elements fits every grid

__device__ int gave_up; // threads

// A thread takes the pairs tid, tid + (threads in the grid), ... It computes the elements, instead of loading them,
// because this lesson is about the barrier.
__device__ float sum_of_thread(void)
{
    float temp = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
        temp += element_of_a(tid) * element_of_b(tid);
    return temp;
}

// The flag is volatile, so that each look at it is a new load. Only thread 0 writes it.
__global__ void dot_flag(float *partial_c, int cycles)
{
    __shared__ float cache[threads_per_block];
    __shared__ volatile int sums_left; // the flag
    int cache_index = threadIdx.x;
    cache[cache_index] = sum_of_thread();
    if (cache_index == 0)
        sums_left = blockDim.x;

    // every sum, and the flag, is stored before any thread reads it
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i) {
            cache[cache_index] += cache[cache_index + i];
            __syncthreads(); // wrong, on purpose: the other threads wait for the flag, which is set after it

            if (cache_index == 0) {
                __threadfence_block(); // the sums are visible before the flag is
                sums_left = i;
            }
        } else {
            long long start = clock64();
            while (sums_left > i) {
                if (clock64() - start > cycles) {
                    atomicAdd(&gave_up, 1);
                    return;
                }
            }
        }
    }

    if (cache_index == 0)
        partial_c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    // options
    int timeout = 3;
    int cycles = 2000000;
    const struct option_spec options[] = {
        {"cycles", "N", "how long a thread waits for the flag, in clock cycles (2000000)", option_count, &cycles},
        {"timeout", "SECONDS", "how long to wait for the kernel (3)", option_count, &timeout},
        {}};
    parse_options(argc, argv, "How long a barrier waits for threads that wait for what follows it.", options);

    // launch
    float partial_c[blocks_per_grid];
    float *dev_partial_c;
    cudaEvent_t start;
    cudaEvent_t stop;
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, sizeof partial_c));
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));

    HANDLE_ERROR(cudaEventRecord(start));
    dot_flag<<<blocks_per_grid, threads_per_block>>>(dev_partial_c, cycles);
    HANDLE_ERROR(cudaGetLastError());
    cudaError_t result = cudaEventRecord(stop); // the device may have stopped the kernel by now
    if (result == cudaSuccess)
        result = wait_for_event(stop, timeout);
    if (result == cudaErrorNotReady) {
        printf("After %d s the kernel has not ended: it hangs, or needs more than this --timeout.\n", timeout);
        fflush(stdout);
        _exit(EXIT_FAILURE); // ends the kernel as well; every other call would wait for it
    }
    HANDLE_ERROR(result);

    // check
    float milliseconds;
    int impatient;
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, start, stop));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&impatient, gave_up, sizeof impatient));
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, sizeof partial_c, cudaMemcpyDeviceToHost));

    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];

    printf("Does GPU value %.9g = %.9g?\n", c, exact_dot(N));
    printf("%d of %d threads gave up.\n", impatient, blocks_per_grid * threads_per_block);
    printf("The kernel took %.1f ms.\n", milliseconds);

    // free
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    return c == exact_dot(N) ? EXIT_SUCCESS : EXIT_FAILURE;
}
