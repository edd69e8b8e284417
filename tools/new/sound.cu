// SPDX-License-Identifier: MIT
// NAME.cu: each thread reads its neighbour's number after a barrier.
#include <stdio.h>

const int n = 256;

__global__ void shift(int *out)
{
    __shared__ int cache[n];
    int t = threadIdx.x;
    cache[t] = t;
    __syncthreads();
    out[t] = cache[(t + 1) % n];
}

int main()
{
    int out[n], *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    shift<<<1, n>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    if (error != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (out[i] != (i + 1) % n)
            return 1;
    printf("%d numbers moved\n", n);
    return 0;
}
