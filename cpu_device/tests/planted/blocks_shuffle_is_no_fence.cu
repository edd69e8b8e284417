// SPDX-License-Identifier: MIT
// blocks_shuffle_is_no_fence.cu: a shuffle tells the lanes that theirs is the last block, but orders nothing for them.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 8, lanes = 32; // a warp each

__device__ int parts[blocks][lanes], finished;

__global__ void sum_columns(int *out)
{
    int lane = threadIdx.x, before = 0;
    parts[blockIdx.x][lane] = blockIdx.x + lane; // {write}
    __syncwarp();
    if (lane == 0) {
        __threadfence();
        before = atomicAdd(&finished, 1);
        __threadfence();
    }
    before = __shfl_sync(0xffffffff, before, 0);
#ifdef FIXED
    __syncwarp();
#endif
    if (before == blocks - 1) {
        int total = 0;
        for (int i = 0; i < blocks; i++)
            total += parts[i][lane]; // {read}
        out[lane] = total;
    }
}

int main()
{
    device_array<int> out(lanes);
    sum_columns<<<blocks, lanes>>>(out);
    return check_fixed(out, [](int lane) { return blocks * (blocks - 1) / 2 + blocks * lane; });
}
