// SPDX-License-Identifier: MIT
// heap_free_local.cu: short lines lie in a local array, longer ones on the heap, and both are freed.
// CPU exits 1
// CPU finds wrong-free-in-kernel
// CPU says kernel squares, block (0,0,0), thread (0,0,0), at heap_free_local.cu:{free}
// CPU says free(): an address that neither malloc() in a kernel nor cudaMalloc() has returned
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <stdio.h>

__global__ void squares(int n, int *out)
{
    int few[16] = {}, *line = n <= 16 ? few : (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        line[i] = i * i;
    *out = line[n - 1];
#ifdef FIXED
    if (n > 16)
#endif
        free(line); // {free}
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    squares<<<1, 1>>>(8, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
    return error != cudaSuccess || out != 49;
}
