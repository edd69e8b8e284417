// SPDX-License-Identifier: MIT
// copied_before_launch.cu: the copy back stands before the launch that makes the result.
// CPU exits 3
// CPU finds uninitialized-on-host
// CPU says it reads byte 0 of the copy at copied_before_launch.cu:{read}
// CPU says 4 of the 4 bytes that cudaMemcpy() copied at copied_before_launch.cu:{copy}
// CPU says No kernel has written to this memory: did one run, and did it get this pointer?
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>

__global__ void sum(int a, int b, int *c)
{
    *c = a + b;
}

int main()
{
    int c = 0, *dev_c;
    cudaMalloc((void **)&dev_c, sizeof c);
#ifdef FIXED
    sum<<<1, 1>>>(2, 7, dev_c);
#endif
    cudaMemcpy(&c, dev_c, sizeof c, cudaMemcpyDeviceToHost); // {copy}
#ifndef FIXED
    sum<<<1, 1>>>(2, 7, dev_c);
#endif
    printf("2 + 7 = %d\n", c); // {read}
    cudaFree(dev_c);
#ifdef FIXED
    return c != 9;
#endif
    return 0;
}
