// SPDX-License-Identifier: MIT
// lost_bits.cu: all threads look at a volatile set, wait, and store it with their own bit: the last store wins.
// CPU finds lost-update: writes {set}
// all exits 0
#include <stdio.h>

const int threads = 32;

__global__ void join(unsigned *members)
{
    unsigned bit = 1u << threadIdx.x;
#ifndef FIXED
    volatile unsigned *set = members;
    unsigned others = *set;
    __syncthreads();     // nobody stores before all have looked
    *set = others | bit; // {set}
#else
    atomicOr(members, bit);
#endif
}

int main()
{
    unsigned *dev_members, members = 0;
    if (cudaMalloc(&dev_members, sizeof members) != cudaSuccess ||
        cudaMemset(dev_members, 0, sizeof members) != cudaSuccess)
        return 1;
    join<<<1, threads>>>(dev_members);
    cudaError_t error = cudaMemcpy(&members, dev_members, sizeof members, cudaMemcpyDeviceToHost);
    cudaFree(dev_members);
    printf("%s, %08x\n", cudaGetErrorString(error), members);
#ifdef FIXED
    if (members != 0xffffffff)
        return 1;
#endif
    return error != cudaSuccess;
}
