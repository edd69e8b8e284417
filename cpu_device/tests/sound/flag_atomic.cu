// SPDX-License-Identifier: MIT
// flag_atomic.cu: a chain of warps: each waits until an atomic counter names it, changes what the one before left, and
// passes on. The waiting threads spin on atomics and on the volatile view of the same counter.
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int warps = 8;

__global__ void chain(int *out)
{
    __shared__ int turn, data[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        turn = 0;
    __syncthreads();
    if (lane == 0) {
        if (warp % 2)
            while (atomicAdd(&turn, 0) != warp)
                ;
        else
            while (*(volatile int *)&turn != warp)
                __nanosleep(10);
        __threadfence_block();
    }
    __syncwarp();
    data[lane] = warp == 0 ? lane : data[lane] * 2 + warp;
    __syncwarp();
    if (lane == 0) {
        __threadfence_block();
        if (warp % 3 == 0)
            atomicExch(&turn, warp + 1);
        else if (warp % 3 == 1)
            atomicAdd(&turn, 1);
        else
            atomicCAS(&turn, warp, warp + 1);
    }
    if (warp == warps - 1)
        out[lane] = data[lane];
}

int main()
{
    device_array<int> out(32);
    chain<<<1, 32 * warps>>>(out);
    return check(out, [](int lane) {
        int right = lane;
        for (int warp = 1; warp < warps; warp++)
            right = right * 2 + warp;
        return right;
    });
}
