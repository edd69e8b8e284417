// SPDX-License-Identifier: MIT
// no_dynamic_shared.cu: the launch forgets the size of the dynamic shared memory.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel reverse, block (0,0,0), thread (0,0,0), at no_dynamic_shared.cu:{store}
// CPU says writes byte 0 of the dynamic shared memory; the launch gave 0 bytes
#include <stdio.h>

__global__ void reverse(int *a)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = a[threadIdx.x]; // {store}
    __syncthreads();
    a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 1, 64 * sizeof(int));
    reverse<<<1, 64, 64 * sizeof(int)>>>(a);
    reverse<<<1, 64>>>(a);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
