// SPDX-License-Identifier: MIT
// warp_exited_reader.cu: half of a warp reads a counter in global memory and returns; the other half meets at a
// __syncwarp(), which waits for no lane that has returned, and then changes the counter.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says kernel serve, block (0,0,0)
// CPU reports 1
// all exits 0
#include "../kernel_run.h"

__global__ void serve(int *counter, int *out)
{
    int lane = threadIdx.x;
    out[lane] = *counter; // {read}
#ifdef FIXED
    __syncwarp();
#endif
    if (lane >= 16)
        return;
    __syncwarp();
    if (lane == 0)
        *counter = 8; // {write}
    __syncwarp();
    out[lane] += *counter;
}

int main()
{
    device_array<int> counter(1, zeros), out(32);
    serve<<<1, 32>>>(counter, out);
    return check_fixed(out, [](int i) { return i < 16 ? 8 : 0; });
}
