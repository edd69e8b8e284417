// SPDX-License-Identifier: MIT
// blocks_other_stream.cu: a stream that does not wait for the default stream reads what is written on that one.
// CPU exits 3
// CPU says Error: race between blocks on global memory
// CPU says writes at blocks_other_stream.cu:{write}
// CPU says reads at blocks_other_stream.cu:{read}
// all exits 0
#include <stdio.h>

const int blocks = 4, threads = 128, n = blocks * threads;
#ifndef MENDED
const unsigned flags = cudaStreamNonBlocking;
#else
const unsigned flags = cudaStreamDefault;
#endif

__global__ void square(int *a)
{
    int i = blockIdx.x * threads + threadIdx.x;
    a[i] = i * i; // {write}
}

__global__ void add_one(const int *a, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = a[i] + 1; // {read}
}

int main()
{
    int *dev_a, *dev_out, out[n] = {};
    cudaStream_t stream;
    if (cudaMalloc(&dev_a, sizeof out) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_a, 0, sizeof out) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess ||
        cudaStreamCreateWithFlags(&stream, flags) != cudaSuccess)
        return 1;
    square<<<blocks, threads>>>(dev_a);
    add_one<<<blocks, threads, 0, stream>>>(dev_a, dev_out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
#ifdef MENDED
    for (int i = 0; i < n; i++)
        if (out[i] != i * i + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
