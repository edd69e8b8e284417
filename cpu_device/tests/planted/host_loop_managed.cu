// SPDX-License-Identifier: MIT
// host_loop_managed.cu: a loop of the host, vectorized by g++, reads managed memory that a kernel may still be writing.
// CPU exits 3
// CPU finds host-too-early
// CPU says at host_loop_managed.cu:{read}: values[0] (4096 bytes from cudaMallocManaged
// CPU says Kernel fill, launched at host_loop_managed.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int n = 1024;

__global__ void fill(int *values)
{
    values[threadIdx.x] = 1;
}

int add(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i]; // {read}
    return sum;
}

int main()
{
    int *values;
    if (cudaMallocManaged(&values, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(values); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    int sum = add(values, n);
    printf("%s\n", sum == n ? "all" : "fewer");
    cudaError_t error = cudaFree(values);
#ifdef FIXED
    if (sum != n)
        return 1;
#endif
    return error != cudaSuccess;
}
