// SPDX-License-Identifier: MIT
// divergent_half_warp.cu: half a warp waits at a barrier that the other half passes by, on its way to the next one.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says 16 threads wait in __syncthreads() at divergent_half_warp.cu:{half}: 0-15
// CPU says 240 threads wait in __syncthreads() at divergent_half_warp.cu:{all}: 16-255
#include <stdio.h>

__global__ void half()
{
    if (threadIdx.x < 16)
        __syncthreads(); // {half}
    __syncthreads();     // {all}
}

int main()
{
    half<<<4, 256>>>();
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
