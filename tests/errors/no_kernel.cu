// SPDX-License-Identifier: MIT
// no_kernel.cu: a launch of a function that lacks __global__.
// CPU says CPU device: no_kernel.cu:{launch} launches a function that is no kernel: is __global__ missing?
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

__device__ void store(int *a)
{
    *a = 1;
}

int main()
{
    int *a;
    signal(SIGABRT, [](int) { _Exit(0); });
    cudaMalloc(&a, sizeof *a);
    store<<<1, 1>>>(a); // {launch}
    return 1;
}
