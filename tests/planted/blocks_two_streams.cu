// SPDX-License-Identifier: MIT
// blocks_two_streams.cu: kernels on two streams write one array, and no event says which comes first.
// CPU exits 3
// CPU says Error: race between blocks on global memory
// CPU says writes at blocks_two_streams.cu:{write}
// CPU says writes at blocks_two_streams.cu:{write}
// all exits 0
#include <stdio.h>

const int blocks = 8, threads = 64, n = blocks * threads;

__global__ void fill(int *out, int value)
{
    out[blockIdx.x * threads + threadIdx.x] = value; // {write}
}

int main()
{
    int *dev_out, out[n] = {};
    cudaStream_t first, second;
    cudaEvent_t filled;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaStreamCreate(&first) != cudaSuccess ||
        cudaStreamCreate(&second) != cudaSuccess || cudaEventCreate(&filled) != cudaSuccess)
        return 1;
    fill<<<blocks, threads, 0, first>>>(dev_out, 1);
#ifdef MENDED
    cudaEventRecord(filled, first);
    cudaStreamWaitEvent(second, filled, 0);
#endif
    fill<<<blocks, threads, 0, second>>>(dev_out, 2);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaEventDestroy(filled);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef MENDED
    for (int i = 0; i < n; i++)
        if (out[i] != 2)
            return 1;
#endif
    return error != cudaSuccess;
}
