// SPDX-License-Identifier: MIT
// dot_divergent.cu: the dot product with a barrier that some threads never reach: it may pass, it may hang.
//
// In dot.cu all threads of a block meet at the barrier of the loop. Here it stands inside of the if, so those of the
// upper half skip it. The book says that the kernel then never ends. Three variants:
//     book   just that. The threads that skip the barrier run to their end, and a barrier lets exited threads off.
//     tail   one more barrier behind the loop, where they wait instead
//     flag   they wait for a flag that is set behind the barrier, and exit when their patience ends
//
//     nvcc -o dot_divergent chapter05/dot_divergent.cu              for a GPU
//     cpu_device/cucc -o dot_divergent chapter05/dot_divergent.cu   for the CPU device
//     ./dot_divergent --variant tail
//
// It waits for the kernel with a time limit, and says what the book promised, what happened here, and why. Exit status:
// 0 if the kernel ended with the right result; 1 if with a wrong one, if it hangs, or if the device broke it off.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/book.h"
#include "../common/dot_product.h" // the closed form, and how far from it floats may lie
#include "../common/options.h"
#include "../common/watchdog.h"

const int N = 33 * 1024;           // elements
const int threads_per_block = 256; // a power of two, for the halving
const int needed_blocks = (N + threads_per_block - 1) / threads_per_block;
const int blocks_per_grid = needed_blocks < 32 ? needed_blocks : 32;

enum variant { book, tail, flag, variants };
const char *const names[variants] = {"book", "tail", "flag"};
const char *const reasons[variants] = {
    "Those threads exit, and exited threads are not waited for. (Since Volta a barrier counts threads, not warps.)",
    "Those threads wait at the barrier behind the loop, so neither barrier is reached by all.",
    "Those threads wait for the flag, which waits for the barrier, which waits for them, until they give up and exit."};

__device__ int gave_up; // threads, in the variant `flag`

// A thread takes the pairs tid, tid + (threads in the grid), ... and adds its sum to those of its block. The variant is
// a constant of the template, so that `book` is compiled without a trace of the others.
template <enum variant variant> __global__ void dot(const float *a, const float *b, float *c, int patience)
{
    __shared__ float cache[threads_per_block];
    __shared__ volatile int halved_to; // the flag: the sums that are left
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;

    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
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
            // wrong, on purpose: only these threads come to it
            __syncthreads(); // {inside}
            if (variant == flag && cacheIndex == 0) {
                __threadfence_block(); // the sums are there before the flag says so
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
        __syncthreads(); // {behind}

    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

static enum variant variant_named(const char *name)
{
    for (int v = 0; v < variants; v++)
        if (strcmp(name, names[v]) == 0)
            return (enum variant)v;
    fprintf(stderr, "%s: there is no variant '%s'; there are book, tail and flag\n", program_name(), name);
    exit(2);
}

int main(int argc, char **argv)
{
    const char *name = names[book];
    int timeout = 3, patience = 2000000;
    const struct option_spec options[] = {
        {"variant", "NAME", "book, tail or flag (book)", option_text, &name},
        {"timeout", "SECONDS", "how long to wait for the kernel (3)", option_count, &timeout},
        {"patience", "CYCLES", "how long a thread waits in the variant flag (2000000)", option_count, &patience},
        {}};
    parse_options(argc, argv, "A dot product with a barrier that some threads of a block never reach.", options);
    enum variant variant = variant_named(name);

    float *a, *b, *partial_c;
    HANDLE_NULL(a = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(b = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(partial_c = (float *)malloc(blocks_per_grid * sizeof(float)));
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i * 2;
    }

    float *dev_a, *dev_b, *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, blocks_per_grid * sizeof(float)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaEventRecord(start));
    switch (variant) {
    case tail: dot<tail><<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c, patience); break;
    case flag: dot<flag><<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c, patience); break;
    default: dot<book><<<blocks_per_grid, threads_per_block>>>(dev_a, dev_b, dev_partial_c, patience);
    }
    HANDLE_ERROR(cudaGetLastError());
    cudaError_t result = cudaEventRecord(stop); // the kernel may have been broken off by now

    printf("The book: threads that skip the barrier leave the others waiting for ever.\nWhy: %s\n", reasons[variant]);
    if (result == cudaSuccess)
        result = wait_for_event(stop, timeout);
    if (result == cudaErrorNotReady) {
        printf("Here: after %d s the kernel has not ended: it hangs%s.\n", timeout,
               variant == flag ? ", or needs more than this --timeout" : "");
        fflush(stdout);
        _exit(EXIT_FAILURE); // ends the kernel too, where anything else would wait for it
    }
    if (result != cudaSuccess) {
        printf("Here: the device broke the kernel off: %s.\n", cudaGetErrorString(result));
        return EXIT_FAILURE; // the device does nothing more for this program
    }

    float milliseconds;
    int impatient;
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, start, stop));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&impatient, gave_up, sizeof impatient));
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocks_per_grid * sizeof(float), cudaMemcpyDeviceToHost));

    float c = 0;
    for (int i = 0; i < blocks_per_grid; i++)
        c += partial_c[i];

    double exact = 2.0 * sum_squares(N - 1);
    double error = fabs(c - exact) / exact;
    double allowed = error_bound(N, threads_per_block, blocks_per_grid);
    int verified = error <= allowed; // false for a NaN
    printf("Does GPU value %.9g = %.9g?\n", c, exact);
    printf("%s: the relative error is %.2g, and float arithmetic allows %.2g.\n", verified ? "Yes" : "NO", error,
           allowed);
    if (variant == flag)
        printf("%d of %d threads gave up.\n", impatient, blocks_per_grid * threads_per_block);
    printf("Here: it ended after %.1f ms with a %s.\n", milliseconds,
           verified ? "right result, which proves nothing" : "wrong result");

    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    free(a);
    free(b);
    free(partial_c);
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
