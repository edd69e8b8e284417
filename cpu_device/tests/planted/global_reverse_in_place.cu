// SPDX-License-Identifier: MIT
// global_reverse_in_place.cu: an array is reversed by swaps, and both threads of each pair do the swap.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {look}
// all exits 0
#include <stdio.h>

const int n = 64;

__global__ void reverse(long long *a)
{
    int i = threadIdx.x, j = n - 1 - i;
#ifdef FIXED
    if (i >= j)
        return;
#endif
    long long mine = a[i];
    long long other = a[j]; // {look}
    a[i] = other;           // {store}
    a[j] = mine;
}

int main()
{
    long long *dev_a, a[n];
    for (int i = 0; i < n; i++)
        a[i] = 1000000007LL * i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    reverse<<<1, n>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %lld\n", cudaGetErrorString(error), a[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != 1000000007LL * (n - 1 - i))
            return 1;
#endif
    return error != cudaSuccess;
}
