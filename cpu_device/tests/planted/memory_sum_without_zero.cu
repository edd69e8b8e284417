// SPDX-License-Identifier: MIT
// memory_sum_without_zero.cu: nobody sets the sums in shared memory to zero.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says kernel sum, block (0,0,0), thread (0,0,0) reads sums[
// all exits 0
#include <stdio.h>

const int n = 1000, threads = 64;

__global__ void sum(int *out)
{
    __shared__ int sums[threads];
    int t = threadIdx.x;
#ifdef FIXED
    sums[t] = 0;
#endif
    for (int i = t; i < n; i += threads)
        sums[t] += i; // {add}
    out[t] = sums[t];
}

int main()
{
    int *dev_out, out[threads] = {}, total = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        total += out[i];
    if (total != n * (n - 1) / 2)
        return 1;
#endif
    printf("%s, %d\n", cudaGetErrorString(error), total);
    return error != cudaSuccess;
}
