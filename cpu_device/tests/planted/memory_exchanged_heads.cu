// SPDX-License-Identifier: MIT
// memory_exchanged_heads.cu: numbers are put into lists by atomicExch() of their heads, which nobody has set to -1: the
// last link of each list is what the memory happened to hold.
// CPU exits 3
// CPU finds uninitialized-global: at {exchange}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>

const int n = 96, lists = 7;

__global__ void put_in_lists(int *heads, int *links)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    links[i] = atomicExch(&heads[i * i % lists], i); // {exchange}
}

int main()
{
    int *heads, *links, host_heads[lists], host_links[n], found = 0;
    if (cudaMalloc(&heads, sizeof host_heads) != cudaSuccess || cudaMalloc(&links, sizeof host_links) != cudaSuccess)
        return 1;
#ifdef FIXED
    cudaMemset(heads, 0xff, sizeof host_heads);
#endif
    put_in_lists<<<3, n / 3>>>(heads, links);
    cudaError_t error = cudaMemcpy(host_links, links, sizeof host_links, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaMemcpy(host_heads, heads, sizeof host_heads, cudaMemcpyDeviceToHost);
    for (int list = 0; list < lists; list++)
        for (int i = host_heads[list]; i >= 0; i = host_links[i])
            found++;
    if (found != n)
        return 1;
#endif
    cudaFree(heads);
    cudaFree(links);
    printf("%s, %d numbers found\n", cudaGetErrorString(error), found);
    return error != cudaSuccess;
}
