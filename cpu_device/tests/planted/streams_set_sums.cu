// SPDX-License-Identifier: MIT
// streams_set_sums.cu: the sums are set to zero in the default stream, and the kernel that adds to them is in a
// non-blocking one.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemsetAsync() at streams_set_sums.cu:{set} writes
// CPU says kernel add, launched at streams_set_sums.cu:{launch}, writes at streams_set_sums.cu:{add}
// all exits 0
#include <stdio.h>

const int n = 1 << 14, bins = 64;

__global__ void add(int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % bins], 1); // {add}
}

int main()
{
    int *dev_sums, sums[bins], wrong = 0;
    cudaStream_t stream;
    if (cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess ||
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMemset(dev_sums, 1, sizeof sums) != cudaSuccess || // what the last round has left
        cudaDeviceSynchronize() != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaMemsetAsync(dev_sums, 0, sizeof sums); // {set}
#else
    cudaMemsetAsync(dev_sums, 0, sizeof sums, stream);
#endif
    add<<<n / 256, 256, 0, stream>>>(dev_sums); // {launch}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < bins; i++)
        wrong += sums[i] != n / bins;
    cudaStreamDestroy(stream);
    cudaFree(dev_sums);
    printf("%s, %s\n", cudaGetErrorString(error), wrong ? "wrong" : "right");
#ifdef FIXED
    if (wrong)
        return 1;
#endif
    return error != cudaSuccess;
}
