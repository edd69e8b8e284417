// SPDX-License-Identifier: MIT
// dot_divergent.cu: the dot product with a barrier that some threads never reach: it may pass, it may hang.
//
// In dot.cu all threads of a block reach the barrier in the loop. Here the barrier stands inside the if, so the threads
// of the upper half skip it. The book says that the kernel then never ends. Three variants:
//     book   just that. The threads that skip the barrier exit, and a barrier does not wait for exited threads.
//     tail   they wait at another barrier, after the loop
//     flag   they wait for a flag that is set after the barrier, and exit when they run out of patience
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
#include "../common/dot_product.h" // the elements, and the closed form
#include "../common/options.h"
#include "../common/watchdog.h"

const int N = 33 * 1024;           // elements; up to 2^20 their sum is exact
const int threads_per_block = 256; // a power of two, for the tree reduction
const int blocks_per_grid = 32;

enum variant { book, tail, flag };
__device__ int gave_up; // threads, in the variant `flag`

// A thread takes the pairs tid, tid + (threads in the grid), ... and adds its sum to those of its block. The vectors
// are computed here, since this is about the barrier. `book` is compiled without what the other variants add.
template <enum variant variant> __global__ void dot(float *c, int patience)
{
    __shared__ float cache[threads_per_block];
    __shared__ volatile int halved_to; // the flag: the sums that are left
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;

    float temp = 0;
    while (tid < N) {
        temp += element_of_a(tid) * element_of_b(tid);
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    if (variant == flag && cacheIndex == 0)
        halved_to = blockDim.x;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i) {
            cache[cacheIndex] += cache[cacheIndex + i];
            // wrong, on purpose: only these threads reach it
            __syncthreads();
            if (variant == flag && cacheIndex == 0) {
                __threadfence_block(); // the sums are visible before the flag is
                halved_to = i;
            }
        } else if (variant == flag) {
            for (long long start = clock64(); halved_to > i;)
                if (clock64() - start > patience) {
                    atomicAdd(&gave_up, 1);
                    return;
                }
        }
    }
    if (variant == tail)
        __syncthreads();

    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

const struct {
    const char *name, *reason;
    void (*kernel)(float *c, int patience);
} variants[] = {
    {"book", "Those threads exit, and a barrier does not wait for exited threads (since Volta).", dot<book>},
    {"tail", "Those threads wait at the barrier after the loop, so neither barrier is reached by all.", dot<tail>},
    {"flag", "Those threads wait for the flag, the flag for the barrier, the barrier for them to exit.", dot<flag>},
};

int main(int argc, char **argv)
{
    const char *name = "book";
    int variant = 0, timeout = 3, patience = 2000000;
    const struct option_spec options[] = {
        {"variant", "NAME", "book, tail or flag (book)", option_text, &name},
        {"timeout", "SECONDS", "how long to wait for the kernel (3)", option_count, &timeout},
        {"patience", "CYCLES", "how long a thread waits in the variant flag (2000000)", option_count, &patience},
        {}};
    parse_options(argc, argv, "A dot product with a barrier that some threads of a block never reach.", options);
    while (variant < 3 && strcmp(name, variants[variant].name) != 0)
        variant++;
    if (variant == 3) {
        fprintf(stderr, "%s: there is no variant '%s'; there are book, tail and flag\n", program_name(), name);
        return 2;
    }

    float partial_c[blocks_per_grid], *dev_partial_c;
    cudaEvent_t start, stop;
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, sizeof partial_c));
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaEventRecord(start));
    variants[variant].kernel<<<blocks_per_grid, threads_per_block>>>(dev_partial_c, patience);
    HANDLE_ERROR(cudaGetLastError());
    cudaError_t result = cudaEventRecord(stop); // the device may have stopped the kernel by now

    printf("The book: threads that skip the barrier leave the others waiting for ever.\n");
    printf("Why: %s\n", variants[variant].reason);
    if (result == cudaSuccess)
        result = wait_for_event(stop, timeout);
    if (result == cudaErrorNotReady) {
        printf("Here: after %d s the kernel has not ended: it hangs%s.\n", timeout,
               variant == flag ? ", or needs more than this --timeout" : "");
        fflush(stdout);
        _exit(EXIT_FAILURE); // ends the kernel too, where anything else would wait for it
    }
    if (result != cudaSuccess) {
        printf("Here: the device stopped the kernel: %s.\n", cudaGetErrorString(result));
        return EXIT_FAILURE; // the device does nothing more for this program
    }
    float milliseconds;
    int impatient;
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, start, stop));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&impatient, gave_up, sizeof impatient));
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, sizeof partial_c, cudaMemcpyDeviceToHost));

    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];
    bool verified = c == exact_dot(N);
    printf("Does GPU value %.9g = %.9g?\n", c, exact_dot(N));
    if (variant == flag)
        printf("%d of %d threads gave up.\n", impatient, blocks_per_grid * threads_per_block);
    printf("Here: it ended after %.1f ms with a %s.\n", milliseconds,
           verified ? "right result, which proves nothing" : "wrong result");

    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
