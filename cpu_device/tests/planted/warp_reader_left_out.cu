// SPDX-License-Identifier: MIT
// warp_reader_left_out.cu: all lanes read a limit, and one of them changes it. The mask of the barrier between the two
// leaves out a lane that has read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel lower, block (0,0,0), limit
// CPU reports 1
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in warp_reader_left_out.cu:{write}
#include "../kernel_run.h"

__global__ void lower(int *out)
{
    __shared__ int limit;
    int lane = threadIdx.x;
    if (lane == 0)
        limit = 40;
    __syncwarp();
    int mine = limit; // {read}
#ifndef FIXED
    if (lane < 31)
        __syncwarp(0x7fffffff);
#else
    __syncwarp();
#endif
    if (lane == 3)
        limit = 20; // {write}
    __syncwarp();
    out[lane] = mine + limit;
}

int main()
{
    device_array<int> out(32);
    lower<<<1, 32>>>(out);
    return check_fixed(out, 60);
}
