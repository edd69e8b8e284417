// SPDX-License-Identifier: MIT
// streams_symbol_and_kernel.cu: the host sets a constant anew while a kernel in a non-blocking stream may still read
// the old value. The fixed version waits for the kernel first.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpyToSymbol() at streams_symbol_and_kernel.cu:{copy} writes
// CPU says reads at streams_symbol_and_kernel.cu:{read}
// all exits 0
#include <stdio.h>

__constant__ int stride;

__global__ void walk(int *p)
{
    p[threadIdx.x] += stride; // {read}
}

int main()
{
    int first = 1, second = 2, *dev, out = -1;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMalloc(&dev, 32 * sizeof(int)) != cudaSuccess || cudaMemset(dev, 0, 32 * sizeof(int)) != cudaSuccess ||
        cudaMemcpyToSymbol(stride, &first, sizeof first) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    walk<<<1, 32, 0, stream>>>(dev);
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    cudaMemcpyToSymbol(stride, &second, sizeof second); // {copy}
    cudaDeviceSynchronize();
    cudaError_t error = cudaMemcpy(&out, dev, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    cudaStreamDestroy(stream);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 1)
        return 1;
#endif
    return error != cudaSuccess;
}
