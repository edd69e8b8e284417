// SPDX-License-Identifier: MIT
// no_kernel.cu: a launch of a function that lacks __global__.
// CPU exits 1
// CPU says CPU device: no_kernel.cu:{launch} launches a function that is no kernel: is __global__ missing?
#include <stdio.h>

static void store(int *a)
{
    *a = 1;
}

int main()
{
    int *a;
    cudaMalloc(&a, sizeof *a);
    store<<<1, 1>>>(a); // {launch}
    return 0;
}
