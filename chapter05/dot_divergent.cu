// SPDX-License-Identifier: MIT
// dot_divergent.cu: the dot product with a barrier that some threads never reach: it may pass, it may hang.
//
// In dot.cu all threads of a block reach the barrier in the loop. Here the barrier stands inside the if, so the threads
// of the upper half skip it. The book says that the kernel then never ends. Two variants, a kernel each:
//     book   just that. The threads that skip the barrier exit, and a barrier does not wait for exited threads.
//     tail   they wait at another barrier, after the loop
//
//     nvcc -o dot_divergent chapter05/dot_divergent.cu              for a GPU
//     cpu_device/cucc -o dot_divergent chapter05/dot_divergent.cu   for the CPU device
//     ./dot_divergent --variant tail
//
// It waits for the kernel with a time limit, and says what the book promised, what happened here, and why. Exit status:
// 0 if the kernel ended with the right result; 1 if the result is wrong, the kernel hangs, or the device stopped it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the elements, and the closed form of their dot product
#include "../common/options.h"
#include "../common/watchdog.h" // waits for a kernel with a time limit

const int N = 33 * 1024;           // elements; up to 2^20 their sum is exact
const int threads_per_block = 256; // a power of two, for the tree reduction
const int blocks_per_grid = 32;    // any number is right: the loop over the elements fits every grid

// A thread takes the pairs tid, tid + (threads in the grid), ... It computes the elements, instead of loading them,
// because this lesson is about the barrier.
__device__ float sum_of_thread(void)
{
    float temp = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
        temp += element_of_a(tid) * element_of_b(tid);
    return temp;
}

__global__ void dot_book(float *partial_c)
{
    __shared__ float cache[threads_per_block];
    int cache_index = threadIdx.x;
    cache[cache_index] = sum_of_thread();

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i) {
            cache[cache_index] += cache[cache_index + i];
            __syncthreads(); // wrong, on purpose: only the threads with something to add reach it
        }
    }

    if (cache_index == 0)
        partial_c[blockIdx.x] = cache[0];
}

__global__ void dot_tail(float *partial_c)
{
    __shared__ float cache[threads_per_block];
    int cache_index = threadIdx.x;
    cache[cache_index] = sum_of_thread();

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cache_index < i) {
            cache[cache_index] += cache[cache_index + i];
            __syncthreads(); // wrong, on purpose: the threads of the lower half wait here,
        }
    }
    __syncthreads(); // and those of the upper half here

    if (cache_index == 0)
        partial_c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv)
{
    // options
    const char *variant = "book";
    int timeout = 3;
    const struct option_spec options[] = {
        {"variant", "NAME", "book or tail (book)", option_text, &variant},
        {"timeout", "SECONDS", "how long to wait for the kernel (3)", option_count, &timeout},
        {}};
    parse_options(argc, argv, "A dot product with a barrier that some threads of a block never reach.", options);

    bool is_tail = strcmp(variant, "tail") == 0;
    if (!is_tail && strcmp(variant, "book") != 0) {
        fprintf(stderr, "%s: there is no variant '%s'; there are book and tail\n", program_name(), variant);
        return 2;
    }

    // launch
    float partial_c[blocks_per_grid];
    float *dev_partial_c;
    cudaEvent_t stop;
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, sizeof partial_c));
    HANDLE_ERROR(cudaEventCreate(&stop));

    if (is_tail)
        dot_tail<<<blocks_per_grid, threads_per_block>>>(dev_partial_c);
    else
        dot_book<<<blocks_per_grid, threads_per_block>>>(dev_partial_c);
    HANDLE_ERROR(cudaGetLastError());
    cudaError_t result = cudaEventRecord(stop); // the device may have stopped the kernel by now

    // wait, but no longer than the time limit
    printf("The book: threads that skip the barrier leave the others waiting for ever.\n");
    printf("Why: %s\n", is_tail
                            ? "Those threads wait at the barrier after the loop, so neither barrier is reached by all."
                            : "Those threads exit, and a barrier does not wait for exited threads.");
    if (result == cudaSuccess)
        result = wait_for_event(stop, timeout);
    if (result == cudaErrorNotReady) {
        printf("Here: after %d s the kernel has not ended: it hangs.\n", timeout);
        fflush(stdout);
        _exit(EXIT_FAILURE); // ends the kernel as well; every other call would wait for it
    }
    if (result != cudaSuccess) {
        printf("Here: the device stopped the kernel: %s.\n", cudaGetErrorString(result));
        return EXIT_FAILURE; // the device does nothing more for this program
    }

    // check
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, sizeof partial_c, cudaMemcpyDeviceToHost));
    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];

    bool verified = c == exact_dot(N);
    printf("Does GPU value %.9g = %.9g?\n", c, exact_dot(N));
    printf("Here: it ended with a %s.\n", verified ? "right result, which proves nothing" : "wrong result");

    // free
    HANDLE_ERROR(cudaEventDestroy(stop));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
