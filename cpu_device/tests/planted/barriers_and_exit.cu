// SPDX-License-Identifier: MIT
// barriers_and_exit.cu: one return before many barriers gets one warning, of the first barrier of the first such block.
// Another kernel gets its own, and a second launch none.
// CPU finds barrier-left
// CPU says kernel many, block (2,0,0)
// CPU says 44 of 64 threads have exited
// CPU says 20 threads wait in __syncthreads() at barriers_and_exit.cu:{first}: 0-19
// CPU says The same at 2 more barriers
// CPU finds barrier-left
// CPU says kernel two, block (0,0,0)
// CPU says 20 threads wait in __syncthreads() at barriers_and_exit.cu:{one}: 0-19
// CPU says The same at one more barrier
// CPU says SUMMARY: 0 errors, 2 warnings
// CPU prints no error
#include <stdio.h>

__global__ void many(int *a, int n, bool again)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __syncthreads(); // {first}
    for (int step = 0; step < 3; step++) {
        a[i] += step;
        __syncthreads();
    }
    if (again)
        __syncthreads();
    a[i] += __syncthreads_count(1);
}

__global__ void two(int n)
{
    if ((int)threadIdx.x >= n)
        return;
    __syncthreads(); // {one}
    __syncthreads();
}

int main()
{
    const int blocks = 4, threads = 64, n = 148;
    int *a;
    cudaMalloc(&a, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    many<<<blocks, threads>>>(a, n, false);
    many<<<blocks, threads>>>(a, n, true);
    two<<<1, threads>>>(20);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(a);
    printf("%s\n", cudaGetErrorString(error));
    return 0;
}
