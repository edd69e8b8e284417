// SPDX-License-Identifier: MIT
// grid_plain_flag.cu: a block of a cooperative launch waits for a flag that another one sets by a plain store.
//
// CPU exits 3
// CPU finds race-between-blocks: writes {flag}, reads {wait}
// CPU says waits for a plain store. Such a store orders nothing
// CPU finds race-between-blocks: writes {store}, reads {load}
// CPU says After the write, call __threadfence() and set a flag by an atomic
// all exits 0

#include <stdio.h>

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
    int out = 0;
    if (cudaLaunchCooperativeKernel((const void *)pass_on, 2, 1, NULL, 0, 0) != cudaSuccess)
        return 77;
    if (cudaMemcpyFromSymbol(&out, result, sizeof out) != cudaSuccess)
        return 1;
    printf("%d\n", out);
#ifdef FIXED
    return out != 42;
#else
    return 0;
#endif
}
