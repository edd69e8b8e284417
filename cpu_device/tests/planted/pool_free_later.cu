// SPDX-License-Identifier: MIT
// pool_free_later.cu: cudaFree() of memory from cudaMallocAsync() orders nothing: the host reads a result too early.
// CPU exits 3
// CPU finds host-too-early
// CPU says at pool_free_later.cu:{read}:
// CPU says Kernel slow_square, launched at pool_free_later.cu:{launch}, may still be running
// all exits 0
#include <stdio.h>

__global__ void slow_square(int *result)
{
    *result = *result * *result;
}

int main()
{
    int *result, *scratch;
    if (cudaMallocManaged(&result, sizeof *result) != cudaSuccess ||
        cudaMallocAsync(&scratch, 1024, 0) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    *result = 12;
    slow_square<<<1, 1>>>(result); // {launch}
    cudaFree(scratch);             // of cudaMalloc()'s memory, it would wait
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    printf("%d\n", *result); // {read}
    return cudaFree(result) != cudaSuccess;
}
