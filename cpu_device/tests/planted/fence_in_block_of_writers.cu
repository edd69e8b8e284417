// SPDX-License-Identifier: MIT
// fence_in_block_of_writers.cu: threads of one block store with no fence; the last one to come has a fence.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 40;

__device__ unsigned came;

__global__ void spread_of(const float *values, float *squares, float *out)
{
    int t = threadIdx.x;
    squares[t] = values[t] * values[t]; // {write}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&came, 1u) != threads - 1)
        return;
    __threadfence_block();
    float sum = 0;
    for (int i = 0; i < threads; i++)
        sum += squares[i]; // {read}
    *out = sum / threads;
}

int main()
{
    float *dev_values, *dev_squares, *dev_out, values[threads], out = 0;
    for (int t = 0; t < threads; t++)
        values[t] = t % 2 ? 3 : -1;
    if (cudaMalloc(&dev_values, sizeof values) != cudaSuccess ||
        cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_squares, sizeof values) != cudaSuccess ||
        cudaMemset(dev_squares, 0, sizeof values) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    spread_of<<<1, threads>>>(dev_values, dev_squares, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    cudaFree(dev_squares);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 5)
        return 1;
#endif
    return error != cudaSuccess;
}
