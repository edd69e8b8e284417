// SPDX-License-Identifier: MIT
// warp_half_after_others.cu: half of a warp meets, and then a lane reads what a lane of the other half has stored. Two
// launches before it had other numbers of threads, in other groups.
// CPU exits 3
// CPU finds race-shared
// CPU says kernel hand_over
// CPU says value
// CPU says thread (17,0,0) reads at warp_half_after_others.cu:{load}
// CPU says thread (1,0,0) writes at warp_half_after_others.cu:{store}
// all exits 0
#include "../kernel_run.h"

__global__ void meet(unsigned mask)
{
    if (mask >> threadIdx.x & 1)
        for (int round = 0; round < 10; round++)
            __syncwarp(mask);
}

__global__ void hand_over(int *out)
{
    __shared__ int value;
    if (threadIdx.x < 16)
        __syncwarp(0x0000ffff);
    if (threadIdx.x == 1)
        value = 5; // {store}
#ifdef FIXED
    __syncwarp();
#endif
    if (threadIdx.x == 17)
        *out = value; // {load}
}

int main()
{
    device_array<int> out(1);
    meet<<<1, 32>>>(0x7fffffff);
    meet<<<1, 1>>>(1);
    hand_over<<<1, 32>>>(out);
    return check_fixed(out, 5);
}
