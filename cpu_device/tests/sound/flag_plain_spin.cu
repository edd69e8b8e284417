// SPDX-License-Identifier: MIT
// flag_plain_spin.cu: a consumer spins on a volatile flag and does nothing else meanwhile. (With CPU_DEVICE_CHECKS=off
// this hangs, as the device's README says: the spinning thread never lets the other one run.)
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

__global__ void hand_over(int *out)
{
    __shared__ int data[32];
    __shared__ volatile int ready[32], answered[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        ready[lane] = answered[lane] = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        data[lane] = 42 + lane;
        __threadfence_block();
        ready[lane] = 1;
        while (!answered[lane])
            ;
        __threadfence_block();
        out[lane] = data[lane];
    } else {
        while (!ready[lane])
            ;
        __threadfence_block();
        data[lane] *= 2;
        __threadfence_block();
        answered[lane] = 1;
    }
}

int main()
{
    int *dev_out, out[32];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<1, 64>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int lane = 0; lane < 32; lane++)
        if (out[lane] != 2 * (42 + lane))
            return 1;
    return cudaFree(dev_out) != cudaSuccess;
}
