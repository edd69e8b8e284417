// SPDX-License-Identifier: MIT
// ptx_fence_acquire_of_writer.cu: the writer of a flag calls fence.acquire where it needs fence.release.
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
#ifndef FIXED
        asm volatile("fence.acquire.gpu;" ::: "memory");
#else
        asm volatile("fence.release.gpu;" ::: "memory");
#endif
        asm volatile("st.relaxed.gpu.s32 [%0], 1;" ::"l"(&state) : "memory");
    } else {
        int there;
        do
            asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(there) : "l"(&state) : "memory");
        while (there == 0);
        asm volatile("fence.acquire.gpu;" ::: "memory");
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
