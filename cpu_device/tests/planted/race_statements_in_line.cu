// SPDX-License-Identifier: MIT
// race_statements_in_line.cu: a store and a load of one line are no update, and a barrier between them helps.
// CPU exits 3
// CPU finds race-shared: writes {line}, reads {line}
// CPU says Line {line} has several statements
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 64;

// clang-format off
__global__ void reverse(int *out)
{
    __shared__ int a[threads];
    int t = threadIdx.x;
#ifndef FIXED
    a[t] = -1; a[t] = 3 * t; out[t] = a[threads - 1 - t]; // {line}
#else
    a[t] = -1; a[t] = 3 * t; __syncthreads(); out[t] = a[threads - 1 - t];
#endif
}
// clang-format on

int main()
{
    int out[threads], *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    reverse<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (out[t] != 3 * (threads - 1 - t))
            return 1;
#endif
    return error != cudaSuccess;
}
