// SPDX-License-Identifier: MIT
// fence_none_behind_count.cu: each block stores, fences and counts; the last one reads without a fence of its own.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 11;

__device__ float best[blocks];
__device__ unsigned counted;

__global__ void nearest(const float *distances, int per_block, float *out)
{
    float mine = 1e30f;
    for (int i = 0; i < per_block; i++)
        mine = fminf(mine, distances[blockIdx.x * per_block + i]);
    best[blockIdx.x] = mine; // {write}
    __threadfence();
    if (atomicInc(&counted, blocks) == blocks - 1) {
#ifdef FIXED
        __threadfence();
#endif
        float all = 1e30f;
        for (int i = 0; i < blocks; i++)
            all = fminf(all, best[i]); // {read}
        *out = all;
    }
}

int main()
{
    const int per_block = 7;
    device_array<float> distances(blocks * per_block, [](int i) { return 3 + (float)(i * 31 % 77); }), out(1);
    nearest<<<blocks, 1>>>(distances, per_block, out);
    return check_fixed(out, 3);
}
