// SPDX-License-Identifier: MIT
// lanes_all_fence.cu: every lane of a warp fences its own store, and lane 0 sets the flag after a __syncwarp(); in the
// other warp lane 0 waits for it, and every lane reads after a __syncwarp(). In shared memory, then in global memory.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

__device__ int mailbox[32];
__device__ volatile int global_flag;

__global__ void hand_over(int *out)
{
    __shared__ int data[32];
    __shared__ volatile int flag;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[lane] = lane * lane;
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            flag = 1;
        mailbox[lane] = 3 * lane;
        __threadfence();
        __syncwarp();
        if (lane == 0)
            global_flag = 1;
    } else {
        if (lane == 0)
            while (flag == 0)
                __nanosleep(20);
        __threadfence_block();
        __syncwarp();
        out[lane] = data[31 - lane];
        if (lane == 0)
            while (global_flag == 0)
                __nanosleep(20);
        __threadfence();
        __syncwarp();
        out[lane] += mailbox[31 - lane];
    }
}

int main()
{
    device_array<int> out(32);
    hand_over<<<1, 64>>>(out);
    return check(out, [](int i) { return (31 - i) * (31 - i) + 3 * (31 - i); });
}
