// SPDX-License-Identifier: MIT
// barrier_syncwarp_in_branch.cu: half a warp waits for the whole warp, whose other half went past the branch.
// CPU exits 1
// CPU finds divergent-warp
// CPU says 16 threads wait in __syncwarp() at barrier_syncwarp_in_branch.cu:{warp}: 0-15
// CPU says 16 threads wait in __syncthreads() at barrier_syncwarp_in_branch.cu:{block}: 16-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

__global__ void exchange(int *out)
{
    __shared__ int line[16];
    int lane = threadIdx.x, value = lane;
    if (lane < 16) {
        line[lane] = lane;
#ifndef FIXED
        __syncwarp(); // {warp}
#else
        __syncwarp(0x0000ffff);
#endif
        value = line[15 - lane];
    }
    __syncthreads(); // {block}
    out[lane] = value;
}

int main()
{
    device_array<int> out(32);
    exchange<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return i < 16 ? 15 - i : i; });
}
