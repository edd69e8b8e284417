// SPDX-License-Identifier: MIT
// ptx_fence_release_in_block.cu: the writer of a flag for another block calls a fence.release of its own block.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__device__ double2 pair;
__device__ int state;

__global__ void hand_over(double *out)
{
    if (blockIdx.x == 0) {
        pair.x = 1.5; // {write}
        pair.y = 2.5;
#ifndef FIXED
        asm volatile("fence.release.cta;" ::: "memory");
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
    double *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, 1>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 4)
        return 1;
#endif
    return error != cudaSuccess;
}
