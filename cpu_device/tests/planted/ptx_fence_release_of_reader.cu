// SPDX-License-Identifier: MIT
// ptx_fence_release_of_reader.cu: the reader of a flag calls fence.release where it needs fence.acquire.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__device__ double2 pair;
__device__ int state;

__global__ void hand_over(double *out)
{
    if (blockIdx.x == 0) {
        pair.x = 1.5; // {write}
        pair.y = 2.5;
        asm volatile("fence.release.gpu;" ::: "memory");
        asm volatile("st.relaxed.gpu.s32 [%0], 1;" ::"l"(&state) : "memory");
    } else {
        int there;
        do
            asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(there) : "l"(&state) : "memory");
        while (there == 0);
#ifndef FIXED
        asm volatile("fence.release.gpu;" ::: "memory");
#else
        asm volatile("fence.acquire.gpu;" ::: "memory");
#endif
        *out = pair.x + // {read}
               pair.y;
    }
}

int main()
{
    device_array<double> out(1, zeros);
    hand_over<<<2, 1>>>(out);
    return check_fixed(out, 4);
}
