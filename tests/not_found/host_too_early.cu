// SPDX-License-Identifier: MIT
// host_too_early.cu: the host reads managed memory that a kernel may still be writing. What the host loads and stores
// is not held against what kernels do.
// CPU exits 0
#include <stdio.h>

__global__ void count_up(int *total)
{
    for (int i = 0; i < 1000; i++)
        ++*total;
}

int main()
{
    int *total;
    if (cudaMallocManaged(&total, sizeof(int)))
        return 1;
    *total = 0;
    count_up<<<1, 1>>>(total);
    int seen = *total; // a cudaDeviceSynchronize() belongs before this
    printf("%s\n", seen <= 1000 ? "some of 1000" : "more");
    return cudaDeviceSynchronize() || cudaFree(total);
}
