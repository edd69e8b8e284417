// SPDX-License-Identifier: MIT
// warp_waits_too_early.cu: each warp reverses a tile in global memory; its __syncwarp() precedes the store.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__device__ int2 tiles[2][4][8];

__global__ void turn(const int2 *in, int2 *out)
{
    int x = threadIdx.x, y = threadIdx.y, tile = threadIdx.z, at = 32 * tile + 8 * y + x;
    int2 element = in[at];
#ifndef FIXED
    __syncwarp();
    tiles[tile][y][x] = element; // {write}
#else
    tiles[tile][y][x] = element;
    __syncwarp();
#endif
    out[at] = tiles[tile][3 - y][7 - x]; // {read}
}

int main()
{
    int2 in[64];
    for (int i = 0; i < 64; i++)
        in[i] = make_int2(i + 1, -i);
    device_array<int2> dev_in(64, in), out(64);
    turn<<<1, dim3(8, 4, 2)>>>(dev_in, out);
    if (finish(out) != 0)
        return 1;
#ifdef FIXED
    for (int i = 0; i < 64; i++)
        if (out.on_host[i].x != in[i ^ 31].x || out.on_host[i].y != in[i ^ 31].y)
            return 1;
#endif
    return 0;
}
