// SPDX-License-Identifier: MIT
// memory_leak.cu: of two arrays only one is freed.
// CPU finds leak
// CPU says from cudaMalloc at memory_leak.cu:{malloc}
// memcheck exits 3
// memcheck prints Leaked 1,024 bytes
#include <stdio.h>

const int n = 256;

__global__ void twice(const int *a, int *out)
{
    out[threadIdx.x] = 2 * a[threadIdx.x];
}

int main()
{
    int *dev_a, *dev_out, a[n], out[n] = {};
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||     // {malloc}
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess || // freed below
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    twice<<<1, n>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaFree(dev_a);
#endif
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
    for (int i = 0; i < n; i++)
        if (out[i] != 2 * i)
            return 1;
    return error != cudaSuccess;
}
