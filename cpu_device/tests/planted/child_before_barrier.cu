// SPDX-License-Identifier: MIT
// child_before_barrier.cu: thread 0 launches a kernel on what all threads store, and does not wait for them.
// Compiled with: -rdc=true
// CPU exits 3
// CPU finds race-with-child
// CPU says kernel number, launched at child_before_barrier.cu:{parent}, writes at child_before_barrier.cu:{store}
// CPU says kernel double_all, launched at child_before_barrier.cu:{launch}, reads at child_before_barrier.cu:{load}
// Only memcheck knows of launches in kernels:
// memcheck exits 0
// fixed-racecheck exits 3
// fixed-synccheck exits 3
// fixed-initcheck exits 3
#include <stdio.h>

const int n = 128;

__global__ void double_all(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x]; // {load}
}

__global__ void number(int *values, int *doubled)
{
    values[threadIdx.x] = threadIdx.x; // {store}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        double_all<<<1, n>>>(values, doubled); // {launch}
}

int main()
{
    int host[n], *dev;
    cudaMalloc(&dev, 2 * sizeof host);
    number<<<1, n>>>(dev, dev + n); // {parent}
    cudaMemcpy(host, dev + n, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d ... %d\n", host[0], host[n - 1]);
}
