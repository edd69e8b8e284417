// SPDX-License-Identifier: MIT
// warp_mask_of_odd_lanes.cu: odd and even lanes wait each for their own kind, and read from the other.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__global__ void add_left_neighbour(int *line, int *out)
{
    int lane = threadIdx.x;
    line[lane] = lane * lane * lane; // {write}
#ifndef FIXED
    if (lane % 2)
        __syncwarp(0xaaaaaaaa);
    else
        __syncwarp(0x55555555);
#else
    __syncwarp(0xffffffff);
#endif
    out[lane] = lane > 0 ? line[lane - 1] : 0; // {read}
}

int main()
{
    device_array<int> line(32, zeros), out(32);
    add_left_neighbour<<<1, 32>>>(line, out);
    if (finish(out) != 0)
        return 1;
#ifdef FIXED
    for (int i = 1; i < 32; i++)
        if (out.on_host[i] != (i - 1) * (i - 1) * (i - 1))
            return 1;
#endif
    return 0;
}
