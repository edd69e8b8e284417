// SPDX-License-Identifier: MIT
// blocks_lock.cu: a lock as a struct with a pointer, which kernels get by value: atomicCAS takes it and a fence
// follows, a fence comes before atomicExch gives it back. It guards plain variables that all blocks change.
#include <stdio.h>

const int threads = 64, blocks = 19, n = 5000;

struct Lock {
    int *mutex;

    __device__ void lock()
    {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

struct summary {
    double sum;
    int parts, largest, blocks_seen[blocks];
};

__global__ void dot(Lock lock, const float *a, const float *b, summary *all)
{
    __shared__ float cache[threads];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * threads + t; i < n; i += blocks * threads)
        sum += a[i] * b[i];
    cache[t] = sum;
    __syncthreads();
    for (int i = threads / 2; i > 0; i /= 2) {
        if (t < i)
            cache[t] += cache[t + i];
        __syncthreads();
    }
    if (t == 0) {
        lock.lock();
        all->sum += cache[0];
        all->blocks_seen[all->parts++] = blockIdx.x;
        if (all->largest < (int)blockIdx.x)
            all->largest = blockIdx.x;
        lock.unlock();
    }
}

int main()
{
    static float a[n], b[n];
    double right = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i % 10;
        b[i] = i % 7;
        right += a[i] * b[i];
    }
    float *dev_a, *dev_b;
    summary *dev_all, all;
    Lock lock;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_b, sizeof b) != cudaSuccess ||
        cudaMalloc(&dev_all, sizeof all) != cudaSuccess || cudaMalloc(&lock.mutex, sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemset(dev_all, 0, sizeof all);
    cudaMemset(lock.mutex, 0, sizeof(int));
    dot<<<blocks, threads>>>(lock, dev_a, dev_b, dev_all);
    if (cudaMemcpy(&all, dev_all, sizeof all, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    unsigned seen = 0;
    for (int block : all.blocks_seen)
        seen |= 1u << block;
    if (all.sum != right || all.parts != blocks || all.largest != blocks - 1 || seen != (1u << blocks) - 1)
        return 1;
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_all);
    return cudaFree(lock.mutex) != cudaSuccess;
}
