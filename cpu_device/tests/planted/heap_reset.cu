// SPDX-License-Identifier: MIT
// heap_reset.cu: after a free() inside a block of memory the device can be reset, and the program ends.
// CPU exits 3
// CPU finds wrong-free-in-kernel
// CPU says free(): byte 32 of 64 bytes from malloc() in a kernel at heap_reset.cu:{malloc}
#include <stdlib.h>

__global__ void inside()
{
    char *p = (char *)malloc(64); // {malloc}
    free(p + 32);
}

int main()
{
    inside<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure || cudaDeviceReset() != cudaSuccess;
}
