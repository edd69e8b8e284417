// SPDX-License-Identifier: MIT
// race_atomic_max_and_store.cu: the first thread sets the start value of a maximum plainly, and no barrier stands
// before the atomics of the others, which its store may overwrite. Here the store comes first or changes nothing.
// CPU exits 3
// CPU finds race-shared: writes {start}, writes atomically {max}
// all exits 0
#include <stdio.h>

const int threads = 96;

__global__ void largest(const int *in, int *out)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 1000; // {start}
#ifdef FIXED
    __syncthreads();
#endif
    atomicMax(&most, in[threadIdx.x]); // {max}
    __syncthreads();
    if (threadIdx.x == 0)
        *out = most;
}

int main()
{
    int in[threads], *dev_in, *dev_out, out = 0;
    for (int i = 0; i < threads; i++)
        in[i] = i;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    largest<<<1, threads>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 1000)
        return 1;
#endif
    return error != cudaSuccess;
}
