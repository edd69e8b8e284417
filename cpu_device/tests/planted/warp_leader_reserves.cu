// SPDX-License-Identifier: MIT
// warp_leader_reserves.cu: lane 0 reserves room and leaves the place in memory, where others look at once.
// CPU exits 3
// CPU reports 2
// CPU finds race-global: writes {reserve}, reads {look}
// CPU says variable places
// all exits 0
#include "../kernel_run.h"

const int warps = 3;

__device__ unsigned used, places[warps];

__global__ void copy(const char *in, char *out)
{
    unsigned lane = threadIdx.x, warp = threadIdx.y;
    if (lane == 0)
        places[warp] = atomicAdd(&used, 32u) + 16; // {reserve}
#ifdef FIXED
    __syncwarp();
#endif
    out[places[warp] + lane] = in[warp * 32 + lane]; // {look}
}

int main()
{
    const int n = 32 * warps;
    device_array<char> in(n, [](int i) { return (char)(i + 1); }), out(16 + n, zeros);
    copy<<<1, dim3(32, warps)>>>(in, out);
    if (finish(out) != 0)
        return 1;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += out.on_host[16 + i];
#ifdef FIXED
    if (sum != n * (n + 1) / 2)
        return 1;
#endif
    return 0;
}
