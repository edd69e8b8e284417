// SPDX-License-Identifier: MIT
// mask_without_caller.cu: a lane calls with a mask that does not include it.
// CPU exits 3
// CPU finds lane-outside-mask
// CPU says kernel masks, block (0,0,0), thread (16,0,0)
// CPU says calls __syncwarp at mask_without_caller.cu:{call} with mask 0x0000ffff, in which its lane, 16, has no bit
#include <stdio.h>

__global__ void masks()
{
    __syncwarp(0x0000ffff); // {call}
}

int main()
{
    masks<<<1, 32>>>();
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
