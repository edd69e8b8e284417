// SPDX-License-Identifier: MIT
// blocks_read_too_early.cu: a block waits for the flag, but has loaded the data before that.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 32;

__device__ int data[threads];
__device__ int ready;

__global__ void hand_over(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 3 * t + 1; // {write}
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&ready, 1);
        }
    } else {
#ifndef FIXED
        int value = data[t]; // {read}
#endif
        if (t == 0)
            while (atomicAdd(&ready, 0) == 0)
                __nanosleep(100);
        __syncthreads();
        __threadfence();
#ifdef FIXED
        int value = data[t];
#endif
        out[t] = value;
    }
}

int main()
{
    device_array<int> out(threads);
    hand_over<<<2, threads>>>(out);
    return check_fixed(out, [](int t) { return 3 * t + 1; });
}
