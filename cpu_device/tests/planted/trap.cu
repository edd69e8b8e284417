// SPDX-License-Identifier: MIT
// trap.cu: a kernel calls __trap().
// CPU exits 3
// CPU finds trap
// CPU says kernel stop, block (1,0,0), thread (2,0,0)
#include <stdio.h>

__global__ void stop()
{
    if (blockIdx.x == 1 && threadIdx.x == 2)
        __trap();
}

int main()
{
    stop<<<2, 4>>>();
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
