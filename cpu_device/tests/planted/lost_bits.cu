// SPDX-License-Identifier: MIT
// lost_bits.cu: all threads look at a volatile set, wait, and store it with their own bit: the last store wins.
// CPU finds lost-update: writes {set}
// all exits 0
#include "../kernel_run.h"

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
    device_array<unsigned> members(1, zeros);
    join<<<1, threads>>>(members);
    return check_fixed(members, 0xffffffff);
}
