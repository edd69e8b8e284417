// SPDX-License-Identifier: MIT
// race_function_twice.cu: a kernel calls a device function twice, for its own element and for the next one.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says race_function_twice.cu:{add}, called at race_function_twice.cu:{own}
// CPU says race_function_twice.cu:{add}, called at race_function_twice.cu:{next}
// CPU says put a __syncthreads() between the two calls, after line {own}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 128;

__device__ void add(float *cells, int i, float value)
{
    cells[i] += value; // {add}
}

__global__ void accumulate(float *out)
{
    __shared__ float cells[threads];
    cells[threadIdx.x] = 0;
    __syncthreads();
    add(cells, threadIdx.x, 1); // {own}
#ifdef FIXED
    __syncthreads();
#endif
    add(cells, (threadIdx.x + 1) % threads, 2); // {next}
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x];
}

int main()
{
    float *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    accumulate<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[5]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (!(out[i] == 3))
            return 1;
#endif
    return error != cudaSuccess;
}
