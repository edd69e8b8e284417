// SPDX-License-Identifier: MIT
// lost_slow_counter.cu: a thread looks at a volatile counter, does its work, and stores one more than it saw long ago.
// CPU finds race-global: writes {store}
// CPU exits 3
// all exits 0
#include <stdio.h>

struct progress {
    char name[8];
    volatile long long done;
};

const int blocks = 3, threads = 8;

__global__ void work(progress *p, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
#ifndef FIXED
    long long before = p->done;
#endif
    __nanosleep(500); // the work
    out[i] = i * i;
#ifndef FIXED
    p->done = before + i + 1; // {store}
#else
    atomicAdd((unsigned long long *)&p->done, i + 1ULL);
#endif
}

int main()
{
    progress *dev_progress, progress = {"squares", 0};
    int *dev_out;
    if (cudaMalloc(&dev_progress, sizeof progress) != cudaSuccess ||
        cudaMemcpy(dev_progress, &progress, sizeof progress, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_out, blocks * threads * sizeof(int)) != cudaSuccess)
        return 1;
    work<<<blocks, threads>>>(dev_progress, dev_out);
    cudaError_t error = cudaMemcpy(&progress, dev_progress, sizeof progress, cudaMemcpyDeviceToHost);
    cudaFree(dev_progress);
    cudaFree(dev_out);
    printf("%s, %s: %lld\n", cudaGetErrorString(error), progress.name, (long long)progress.done);
#ifdef FIXED
    if (progress.done != blocks * threads * (blocks * threads + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
