// SPDX-License-Identifier: MIT
// barrier_mask_of_others.cu: some lanes wait with the mask of those that took the other branch.
// CPU exits 1
// CPU finds lane-outside-mask
// CPU says kernel exchange, block (0,0,0), thread (0,0,0)
// CPU says calls __syncwarp at barrier_mask_of_others.cu:{call} with mask 0xffff0000, in which its lane, 0, has no bit
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalInstruction (error 715)
// synccheck exits 3
// synccheck prints Barrier error detected. Invalid arguments.
// synccheck prints in barrier_mask_of_others.cu:{call}
#include "../kernel_run.h"

__global__ void exchange(int *out)
{
    __shared__ int line[16];
    int lane = threadIdx.x;
    if (lane < 16) {
        line[lane] = lane;
#ifndef FIXED
        __syncwarp(0xffff0000); // {call}
#else
        __syncwarp(0x0000ffff);
#endif
        out[lane] = line[15 - lane];
    } else {
        out[lane] = lane;
    }
}

int main()
{
    device_array<int> out(32);
    exchange<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return i < 16 ? 15 - i : i; });
}
