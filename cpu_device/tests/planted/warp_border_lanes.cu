// SPDX-License-Identifier: MIT
// warp_border_lanes.cu: each warp waits for itself, and only its last lane looks beyond, into the next warp.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int n = 128;

__global__ void slopes(float *heights, float *out)
{
    int i = threadIdx.x;
    heights[i] = 0.25f * i * i; // {write}
#ifndef FIXED
    __syncwarp();
#else
    __syncthreads();
#endif
    if (i < n - 1)
        out[i] = heights[i + 1] - heights[i]; // {read}
}

int main()
{
    device_array<float> heights(n, zeros), out(n - 1);
    slopes<<<1, n>>>(heights, out);
    return check_fixed(out, [](int i) { return 0.5f * i + 0.25f; });
}
