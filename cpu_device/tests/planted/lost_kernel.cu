// SPDX-License-Identifier: MIT
// lost_kernel.cu: the program ends without waiting for a kernel that takes a while.
// CPU exits 0
// CPU finds kernel-cut-off
// CPU says search, launched at lost_kernel.cu:{launch}: it was still running after two seconds, and its work is lost.
// all exits 0
#include <stdio.h>

__device__ unsigned found;

__global__ void search(long long nanoseconds)
{
    for (long long start = clock64(); clock64() - start < nanoseconds;)
        ;
    found = 7;
}

int main()
{
    unsigned result = 7;
#ifndef FIXED
    search<<<1, 1>>>(20000000000); // {launch}
#else
    search<<<1, 1>>>(1000000);
    if (cudaMemcpyFromSymbol(&result, found, sizeof result) != cudaSuccess)
        return 1;
#endif
    printf("%u\n", result);
    return result != 7;
}
