// SPDX-License-Identifier: MIT
// skipped_call.cu: a function holds a barrier, and only the threads with a number below 40 call it.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 40 threads wait in __syncthreads() at skipped_call.cu:{barrier}: 0-39
// CPU says 24 threads have skipped this barrier, and have exited: 40-63
// all exits 0
#include <stdio.h>

const int threads = 64;

__device__ int from_neighbour(int *line, int value)
{
    line[threadIdx.x] = value;
    __syncthreads(); // {barrier}
    return line[threadIdx.x ^ 1];
}

__global__ void swap(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
#ifndef FIXED
    if (t < 40)
        out[t] = from_neighbour(line, t);
#else
    int value = from_neighbour(line, t);
    if (t < 40)
        out[t] = value;
#endif
    if (t != 0)
        return;
    out[threads - 1] = 1;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev_out, 0, sizeof out);
    swap<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i < 40 ? i ^ 1 : i == threads - 1))
            return 1;
#endif
    return error != cudaSuccess;
}
