// SPDX-License-Identifier: MIT
// streams_flag_after_grid.cu: after a barrier of the grid one thread tells another stream that all blocks have stored,
// and that kernel hands the flag on to a third.
#include <cooperative_groups.h>
#include <stdio.h>

const int blocks = 4, threads = 64, n = blocks * threads;

__global__ void fill(int *data, volatile int *flags)
{
    data[blockIdx.x * threads + threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 1 && threadIdx.x == 3) {
        __threadfence();
        flags[0] = 1;
    }
}

__global__ void hand_on(volatile int *flags)
{
    while (flags[0] == 0)
        ;
    __threadfence();
    flags[1] = 1;
}

__global__ void sum(const int *data, volatile int *flags, int *result)
{
    if (threadIdx.x == 0) {
        while (flags[1] == 0)
            ;
        __threadfence();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += threads)
        atomicAdd(result, data[i]);
}

int main(void)
{
    int *data, *counts, result = 0;
    cudaStream_t streams[3];
    if (cudaMalloc(&data, n * sizeof(int)) || cudaMalloc(&counts, 3 * sizeof(int)) ||
        cudaMemset(counts, 0, 3 * sizeof(int)) || cudaDeviceSynchronize())
        return 77;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    volatile int *flags = counts;
    void *arguments[] = {&data, &flags};
    if (cudaLaunchCooperativeKernel((const void *)fill, blocks, threads, arguments, 0, streams[0]) != cudaSuccess)
        return 77;
    hand_on<<<1, 1, 0, streams[1]>>>(flags);
    sum<<<1, threads, 0, streams[2]>>>(data, flags, counts + 2);
    cudaDeviceSynchronize();
    cudaMemcpy(&result, counts + 2, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(data);
    cudaFree(counts);
    return result != n;
}
