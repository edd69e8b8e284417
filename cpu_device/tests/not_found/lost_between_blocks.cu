// SPDX-License-Identifier: MIT
// lost_between_blocks.cu: blocks add to a volatile total by a load and a store, and what another adds between the two
// is lost. Lost updates are looked for within a block.
// CPU exits 0
#include <stdio.h>

__global__ void add(volatile int *total)
{
    *total = *total + 1;
}

int main()
{
    int *dev_total;
    if (cudaMalloc(&dev_total, sizeof(int)) || cudaMemset(dev_total, 0, sizeof(int)))
        return 1;
    add<<<100, 1>>>(dev_total);
    return cudaDeviceSynchronize() || cudaFree(dev_total);
}
