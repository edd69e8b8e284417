// SPDX-License-Identifier: MIT
// hello_without_sync.cu: the first program of many: it ends before its kernel has printed.
// CPU finds output-lost
// CPU says The program ended without cudaDeviceSynchronize()
#include <stdio.h>

__global__ void hello()
{
    printf("hello\n");
}

int main()
{
    hello<<<1, 1>>>();
    return 0;
}
