// SPDX-License-Identifier: MIT
// local_gone_copy.cu: a function starts an asynchronous copy to its local array, and returns before the copy is over.
// CPU exits 3
// CPU finds gone-local
// CPU says cudaMemcpyAsync() at local_gone_copy.cu:{copy} may still be writing there, and nothing has waited for it
// all exits 0
#include <stdio.h>

const int n = 1024;

__global__ void number(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

__attribute__((noinline)) static cudaError_t fetch(const int *dev, cudaStream_t stream)
{
    int local[n];
    cudaError_t error = cudaMemcpyAsync(local, dev, sizeof local, cudaMemcpyDeviceToHost, stream); // {copy}
#ifdef FIXED
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    printf("%d\n", local[n - 1]);
#endif
    return error;
}

int main()
{
    int *dev;
    cudaStream_t stream;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    number<<<1, n, 0, stream>>>(dev);
    cudaError_t error = fetch(dev, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    return error != cudaSuccess;
}
