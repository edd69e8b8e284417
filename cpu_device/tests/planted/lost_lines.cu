// SPDX-License-Identifier: MIT
// lost_lines.cu: every thread of a launch prints a line, more than the buffer of printf() holds. The oldest are lost.
// CPU finds output-lost
// CPU says The buffer for what a launch prints holds 512 KB, and drops the oldest.
#include <stdio.h>

const int blocks = 2000, threads = 128;

__global__ void say(int first)
{
    printf("%d %d\n", first + blockIdx.x, threadIdx.x);
}

int main()
{
    if (cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 19) != cudaSuccess)
        return 1;
#ifndef FIXED
    say<<<blocks, threads>>>(0);
#else
    for (int first = 0; first < blocks; first += 100)
        say<<<100, threads>>>(first);
#endif
    return cudaDeviceSynchronize() != cudaSuccess;
}
