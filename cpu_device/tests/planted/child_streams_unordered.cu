// SPDX-License-Identifier: MIT
// child_streams_unordered.cu: the second of two kernels needs the first one's result, but is launched to run by itself.
// Compiled with: -rdc=true
// CPU exits 3
// CPU finds race-with-child
// CPU says kernel first_half, launched at child_streams_unordered.cu:{first}, writes at
// CPU says kernel second_half, launched at child_streams_unordered.cu:{second}, reads at
// Only memcheck knows of launches in kernels:
// memcheck exits 0
// fixed-racecheck exits 3
// fixed-synccheck exits 3
// fixed-initcheck exits 3
#include <stdio.h>

const int n = 64;

__global__ void first_half(int *values)
{
    values[threadIdx.x] = threadIdx.x;
}

__global__ void second_half(const int *values, int *out)
{
    out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

__global__ void both(int *values, int *out)
{
    first_half<<<1, n>>>(values); // {first}
#ifdef FIXED
    second_half<<<1, n>>>(values, out);
#else
    second_half<<<1, n, 0, cudaStreamFireAndForget>>>(values, out); // {second}
#endif
}

int main()
{
    int host[n], *dev;
    cudaMalloc(&dev, 2 * sizeof host);
    both<<<1, 1>>>(dev, dev + n);
    cudaMemcpy(host, dev + n, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d ... %d\n", host[0], host[n - 1]);
}
