// SPDX-License-Identifier: MIT
// division_by_zero.cu: an integer is divided by zero. A GPU goes on, and so does the kernel: its launch succeeds.
// CPU exits 3
// CPU finds division-by-zero
// CPU says kernel divide, block (0,0,0), thread (5,0,0), at division_by_zero.cu:{divide}
#include <stdio.h>

__global__ void divide(int *a)
{
    a[threadIdx.x] = 100 / ((int)threadIdx.x - 5); // {divide}
}

int main()
{
    int *a;
    cudaMalloc(&a, 32 * sizeof(int));
    divide<<<1, 32>>>(a);
    int results[32];
    if (cudaMemcpy(results, a, sizeof results, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    cudaFree(a);
    return results[4] != -100 || results[5] != -1 || results[6] != 100;
}
