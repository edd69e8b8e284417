// SPDX-License-Identifier: MIT
// blocks_change_what_all_read.cu: the last block replaces weights that every block reads; others may still read them.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 6, threads = 128, n = 2048, rounds = 3;

__global__ void update(float *weights, float *renewed, float *out)
{
    float sum = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = threadIdx.x; i < n; i += threads)
            sum += weights[i]; // {read}
    out[blockIdx.x * threads + threadIdx.x] = sum;
    __syncthreads();
    if (blockIdx.x == blocks - 1)
#ifdef FIXED
        renewed[threadIdx.x] = sum;
#else
        weights[threadIdx.x] = sum; // {write}
#endif
}

int main()
{
    float *weights, *renewed, *dev_out, out[blocks * threads];
    if (cudaMalloc(&weights, n * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&renewed, n * sizeof(float)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    float start[n];
    for (int i = 0; i < n; i++)
        start[i] = i % threads;
    cudaMemcpy(weights, start, sizeof start, cudaMemcpyHostToDevice);
    update<<<blocks, threads>>>(weights, renewed, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(weights);
    cudaFree(renewed);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[5]);
#ifdef FIXED
    for (int i = 0; i < blocks * threads; i++)
        if (out[i] != i % threads * (n / threads) * rounds)
            return 1;
#endif
    return error != cudaSuccess;
}
