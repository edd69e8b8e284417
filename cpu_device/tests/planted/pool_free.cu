// SPDX-License-Identifier: MIT
// pool_free.cu: cudaFree() of memory from cudaMallocAsync(), which does not wait for the kernel that uses it.
// CPU exits 3
// CPU finds host-too-early
// CPU says at pool_free.cu:{free}:
// CPU says cudaFree() does not wait for memory from cudaMallocAsync()
// memcheck exits 3
#include <stdio.h>

const int threads = 256;

__global__ void fill(int *values)
{
    values[threadIdx.x] = 7;
}

int main()
{
    cudaStream_t stream;
    int *values;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMallocAsync(&values, threads * sizeof(int), stream) != cudaSuccess)
        return 1;
    fill<<<1, threads, 0, stream>>>(values);
#ifdef FIXED
    cudaFreeAsync(values, stream);
#else
    cudaFree(values); // {free}
#endif
    cudaError_t error = cudaStreamSynchronize(stream);
    printf("%s\n", cudaGetErrorString(error));
    return cudaStreamDestroy(stream) != cudaSuccess;
}
