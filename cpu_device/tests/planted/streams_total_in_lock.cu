// SPDX-License-Identifier: MIT
// streams_total_in_lock.cu: a kernel's blocks add to a total under a lock; a kernel in another stream uses it.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel add, launched at streams_total_in_lock.cu:{add}, writes at streams_total_in_lock.cu:{store}
// CPU says kernel divide, launched at streams_total_in_lock.cu:{divide}, reads at streams_total_in_lock.cu:{load}
// all exits 0
#include <stdio.h>

const int blocks = 8, threads = 32;

__global__ void add(int *total, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(100);
        __threadfence();
        *total += blockIdx.x + 1; // {store}
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void divide(const int *total, int *out)
{
    out[threadIdx.x] = *total / (threadIdx.x + 1); // {load}
}

int main()
{
    int *total, *lock, *dev_out, out[threads];
    cudaStream_t streams[2];
    cudaEvent_t added;
    if (cudaMalloc(&total, sizeof(int)) || cudaMalloc(&lock, sizeof(int)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    if (cudaMemset(total, 0, sizeof(int)) || cudaMemset(lock, 0, sizeof(int)) || cudaDeviceSynchronize())
        return 1;
    for (cudaStream_t &s : streams)
        if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking))
            return 1;
    if (cudaEventCreate(&added))
        return 1;
    add<<<blocks, threads, 0, streams[0]>>>(total, lock); // {add}
    cudaEventRecord(added, streams[0]);
#ifdef FIXED
    cudaStreamWaitEvent(streams[1], added, 0);
#endif
    divide<<<1, threads, 0, streams[1]>>>(total, dev_out); // {divide}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaEventDestroy(added);
    cudaFree(total);
    cudaFree(lock);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    if (out[0] != blocks * (blocks + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
