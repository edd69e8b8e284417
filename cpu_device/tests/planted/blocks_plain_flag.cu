// SPDX-License-Identifier: MIT
// blocks_plain_flag.cu: a block waits for a flag that another one sets by a plain store.
//
// CPU exits 3
// CPU finds race-between-blocks: writes {flag}, reads {wait}
// CPU says waits for a plain store. Such a store orders nothing
// CPU finds race-between-blocks: writes {store}, reads {load}
// all exits 0

#include "../kernel_run.h"

const int patience = 1 << 30; // a GPU's compiler may read the flag only once, and then this ends the loop

__device__ int message, flag, result;

__device__ bool is_set()
{
#ifdef FIXED
    return atomicAdd(&flag, 0) != 0;
#else
    return flag != 0; // {wait}
#endif
}

__global__ void pass_on()
{
    if (blockIdx.x == 0) {
        message = 42; // {store}
#ifdef FIXED
        __threadfence();
        atomicExch(&flag, 1);
#else
        flag = 1;     // {flag}
#endif
        return;
    }
    for (int looks = 0; !is_set() && looks < patience; looks++)
        ;
#ifdef FIXED
    __threadfence();
#endif
    result = message; // {load}
}

int main()
{
    pass_on<<<2, 1>>>();
    return check_fixed(variable(result), 42);
}
