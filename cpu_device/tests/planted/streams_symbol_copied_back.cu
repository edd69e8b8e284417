// SPDX-License-Identifier: MIT
// streams_symbol_copied_back.cu: the host copies a variable of the device back through its address while a kernel in a
// non-blocking stream may still add to it.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpyAsync() at streams_symbol_copied_back.cu:{copy} reads
// CPU says writes at streams_symbol_copied_back.cu:{add}
// all exits 0
#include <stdio.h>

__device__ int total;

__global__ void add(int n)
{
    atomicAdd(&total, n); // {add}
}

int main()
{
    int *address, *out;
    cudaStream_t adds, copies;
    if (cudaStreamCreateWithFlags(&adds, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMallocHost(&out, sizeof *out) != cudaSuccess ||
        cudaGetSymbolAddress((void **)&address, total) != cudaSuccess)
        return 1;
    *out = -1;
    add<<<1, 32, 0, adds>>>(5);
#ifdef FIXED
    cudaStream_t copies_too = adds;
#else
    cudaStream_t copies_too = copies;
#endif
    cudaMemcpyAsync(out, address, sizeof *out, cudaMemcpyDeviceToHost, copies_too); // {copy}
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %d\n", cudaGetErrorString(error), *out);
#ifdef FIXED
    if (*out != 160)
        return 1;
#endif
    cudaFreeHost(out);
    cudaStreamDestroy(adds);
    cudaStreamDestroy(copies);
    return error != cudaSuccess;
}
