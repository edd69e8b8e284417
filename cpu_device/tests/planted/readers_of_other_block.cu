// SPDX-License-Identifier: MIT
// readers_of_other_block.cu: two threads of a block read a value, and only one of them says after a fence that another
// block may overwrite it.
// CPU exits 3
// CPU finds race-between-blocks
// CPU says writes at readers_of_other_block.cu:{again}
// CPU says another thread reads at readers_of_other_block.cu:{read}
// all exits 0
#include "../kernel_run.h"

__device__ int value = 1, done;

__global__ void overwrite(int *out)
{
    const int t = threadIdx.x;
    if (blockIdx.x == 0) {
        out[t] = value; // {read}
#ifndef FIXED
        if (t == 0)
#endif
            __threadfence();
        atomicAdd(&done, 1);
    } else if (t == 0) {
        while (atomicAdd(&done, 0) < 2)
            __nanosleep(100);
        __threadfence();
        value = 2; // {again}
    }
}

int main()
{
    device_array<int> out(2);
    overwrite<<<2, 2>>>(out);
    return finish(out);
}
