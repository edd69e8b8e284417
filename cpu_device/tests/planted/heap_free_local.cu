// SPDX-License-Identifier: MIT
// heap_free_local.cu: short lines lie in a local array, longer ones on the heap, and both are freed.
// CPU exits 1
// CPU finds wrong-free-in-kernel
// CPU says kernel squares, block (0,0,0), thread (0,0,0), at heap_free_local.cu:{free}
// CPU says free(): an address that neither malloc() in a kernel nor cudaMalloc() has returned
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include "../kernel_run.h"

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
    device_array<int> out(1);
    squares<<<1, 1>>>(8, out);
    return check(out, 49);
}
