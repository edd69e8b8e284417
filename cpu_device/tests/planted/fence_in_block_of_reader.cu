// SPDX-License-Identifier: MIT
// fence_in_block_of_reader.cu: a warp fills a list and raises a flag after a fence; another reads without one.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says variable list
// all exits 0
#include "../kernel_run.h"

__device__ int list[4];
__device__ int full;

__global__ void two_warps(int *out)
{
    if (threadIdx.x == 0) {
        for (int i = 0; i < 4; i++)
            list[i] = 7 * i + 1; // {write}
        __threadfence_block();
        atomicExch(&full, 1);
    } else if (threadIdx.x == 32) {
        bool seen = false;
        for (int i = 0; i < 1000000 && !seen; i++) {
            seen = atomicOr(&full, 0) == 1;
            __nanosleep(20);
        }
#ifdef FIXED
        __threadfence_block();
#endif
        for (int i = 0; i < 4 && seen; i++)
            *out += list[i]; // {read}
    }
}

int main()
{
    device_array<int> out(1, zeros);
    two_warps<<<1, 64>>>(out);
    return check_fixed(out, 46);
}
