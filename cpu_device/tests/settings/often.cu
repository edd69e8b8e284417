// SPDX-License-Identifier: MIT
// often.cu SECONDS LAUNCHES: launches one kernel for so long, and at least so often, the last time to fill memory that
// nothing has written before, which another kernel reads; and prints what that makes of it.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../handle_error.h"

const int threads = 256, blocks_at_once = 64; // on each multiprocessor: many milliseconds

__global__ void turn(int *out)
{
    __shared__ int table[threads];
    int t = threadIdx.x, sum = 0;
    table[t] = t;
    __syncthreads();
    for (int i = 0; i < 2000; ++i)
        sum += table[(t + i) % threads];
    out[blockIdx.x * threads + t] = sum - sum + t;
}

__global__ void add_first(const int *in, int *out)
{
    *out = 0;
    for (int i = 0; i < threads; ++i)
        *out += in[i];
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    int *often, *once, *sum, result, multiprocessors;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const int blocks = blocks_at_once * multiprocessors;
    double end = seconds() + (argc > 1 ? atof(argv[1]) : 0);
    HANDLE_ERROR(cudaMalloc((void **)&often, blocks * threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&once, blocks * threads * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&sum, sizeof(int)));
    int launches = argc > 2 ? atoi(argv[2]) : 1;
    do {
        turn<<<blocks, threads>>>(often);
        HANDLE_ERROR(cudaDeviceSynchronize());
    } while (--launches > 0 || seconds() < end);
    turn<<<blocks, threads>>>(once);
    add_first<<<1, 1>>>(once, sum);
    HANDLE_ERROR(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(often));
    HANDLE_ERROR(cudaFree(once));
    HANDLE_ERROR(cudaFree(sum));
    printf("%d\n", result);
    return result == threads * (threads - 1) / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
