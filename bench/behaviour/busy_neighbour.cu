// SPDX-License-Identifier: MIT
// busy_neighbour.cu: what a kernel that does not end costs another stream: it spins for three seconds, with one block
// or on all multiprocessors, while the host uses a second stream.
//
//     nvcc -O2 -arch=native -o busy_neighbour bench/behaviour/busy_neighbour.cu && ./busy_neighbour
//
// The guess: one block costs nothing but cudaFree(), which waits; with all multiprocessors full the second kernel
// waits, too.
#include <stdio.h>
#include <time.h>

#include "../../common/book.h"

__global__ void spin(unsigned long long ns)
{
    unsigned long long begin, time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    while (time - begin < ns);
}

__global__ void small(int *data)
{
    data[threadIdx.x] += 1;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void run(const char *who, int blocks, int threads, size_t shared)
{
    const double patience = 3000;
    cudaStream_t first, second;
    int *data, *other, host[256];
    HANDLE_ERROR(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaMalloc(&data, sizeof host));
    HANDLE_ERROR(cudaMemset(data, 0, sizeof host));
    small<<<1, 256, 0, second>>>(data);
    HANDLE_ERROR(cudaDeviceSynchronize());
    double start = now();
    if (blocks > 0)
        spin<<<blocks, threads, shared, first>>>((unsigned long long)(patience * 1e6));
    double before = now();
    for (int i = 0; i < 100; ++i) {
        small<<<1, 256, 0, second>>>(data);
        HANDLE_ERROR(cudaStreamSynchronize(second));
    }
    double launched = now();
    HANDLE_ERROR(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, second));
    HANDLE_ERROR(cudaStreamSynchronize(second));
    double copied = now();
    HANDLE_ERROR(cudaMalloc(&other, 1 << 20));
    double allocated = now();
    HANDLE_ERROR(cudaFree(other));
    double freed = now();
    printf("%-44s %12.4f %12.4f %12.4f %12.4f   %s\n", who, (launched - before) / 100, copied - launched,
           allocated - copied, freed - allocated, freed - start > patience ? "waited for its end" : "");
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaStreamDestroy(first));
    HANDLE_ERROR(cudaStreamDestroy(second));
    HANDLE_ERROR(cudaFree(data));
}

int main(void)
{
    HANDLE_ERROR(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
    printf("%-44s %12s %12s %12s %12s   ms\n", "beside it spins", "a launch", "a copy", "cudaMalloc", "cudaFree");
    run("nothing", 0, 0, 0);
    run("one thread", 1, 1, 0);
    run("a block of 32 on each multiprocessor", 132, 32, 0);
    run("every place for a thread taken", 132 * 2, 1024, 0);
    run("nearly all shared memory taken", 132, 32, 200 * 1024);
    return 0;
}
