// SPDX-License-Identifier: MIT
// null_pointer.cu: a kernel writes through a null pointer.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel store, block (0,0,0), thread (0,0,0), at null_pointer.cu:{store}
// CPU says writes a[0] at address 0x0: a is a null pointer
// CPU says The launch at null_pointer.cu:{launch} fails: cudaErrorIllegalAddress
// CPU prints an illegal memory access was encountered
#include <stdio.h>

__global__ void store(int *a)
{
    a[threadIdx.x] = 1; // {store}
}

int main()
{
    store<<<1, 32>>>(NULL); // {launch}
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
