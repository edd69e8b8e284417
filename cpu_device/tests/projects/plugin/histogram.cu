// SPDX-License-Identifier: MIT
// A library that a program opens while it runs: `nvcc -shared -Xcompiler -fPIC`. With LOST_UPDATES, its kernel counts
// without atomics.
#include <cuda_runtime.h>

__constant__ int least;
__device__ unsigned calls;

__global__ void count(const unsigned char *bytes, int n, unsigned *counts)
{
    __shared__ unsigned of_block[256];
    of_block[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
#ifdef LOST_UPDATES
        of_block[bytes[i]]++;
#else
        atomicAdd(&of_block[bytes[i]], 1);
#endif
    __syncthreads();
    counts[threadIdx.x] = (int)threadIdx.x < least ? 0 : of_block[threadIdx.x];
    if (threadIdx.x == 0)
        ++calls;
}

// Counts the bytes of each value from `from` on; how often it was called, or -1.
extern "C" int histogram(const unsigned char *bytes, int n, int from, unsigned counts[256])
{
    unsigned char *dev_bytes = nullptr;
    unsigned *dev_counts = nullptr, times = 0;
    cudaMalloc(&dev_bytes, n);
    cudaMalloc(&dev_counts, 256 * sizeof *dev_counts);
    cudaMemcpy(dev_bytes, bytes, n, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(least, &from, sizeof from);
    count<<<1, 256>>>(dev_bytes, n, dev_counts);
    cudaMemcpy(counts, dev_counts, 256 * sizeof *counts, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&times, calls, sizeof times);
    cudaFree(dev_bytes);
    cudaFree(dev_counts);
    return cudaGetLastError() == cudaSuccess ? (int)times : -1;
}
