// SPDX-License-Identifier: MIT
// streams_flag_of_one_block.cu: a block tells another stream that all blocks are done, without waiting for them.
//
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_flag_of_one_block.cu:{first}, writes at streams_flag_of_one_block.cu:{store}
// CPU says kernel sum, launched at streams_flag_of_one_block.cu:{second}, reads at streams_flag_of_one_block.cu:{load}
// CPU says must set its flag after that access
// all exits 0

#include <stdio.h>

const int blocks = 8, threads = 64;

__global__ void fill(int *data, unsigned *done, volatile int *is_full)
{
    data[blockIdx.x * threads + threadIdx.x] = 1; // {store}
    __threadfence();
    __syncthreads();
    if (threadIdx.x != 0)
        return;
#ifdef FIXED
    const bool is_last = atomicAdd(done, 1) == blocks - 1;
    __threadfence();
#else
    const bool is_last = blockIdx.x == blocks - 1;
#endif
    if (is_last)
        *is_full = 1;
}

__global__ void sum(const int *data, volatile int *is_full, int *result)
{
    if (threadIdx.x == 0) {
        while (*is_full == 0)
            ;
        __threadfence();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < blocks * threads; i += threads)
        atomicAdd(result, data[i]); // {load}
}

int main()
{
    int *data, *counts, result;
    cudaStream_t streams[2];
    if (cudaMalloc(&data, blocks * threads * sizeof(int)) || cudaMalloc(&counts, 3 * sizeof(int)) ||
        cudaMemset(data, 0, blocks * threads * sizeof(int)) || cudaMemset(counts, 0, 3 * sizeof(int)) ||
        cudaDeviceSynchronize())
        return 77;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    fill<<<blocks, threads, 0, streams[0]>>>(data, (unsigned *)counts, counts + 1); // {first}
    sum<<<1, threads, 0, streams[1]>>>(data, counts + 1, counts + 2);               // {second}
    cudaDeviceSynchronize();
    cudaMemcpy(&result, counts + 2, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(data);
    cudaFree(counts);
#ifdef FIXED
    return result != blocks * threads;
#else
    return 0;
#endif
}
