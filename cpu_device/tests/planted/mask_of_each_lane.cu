// SPDX-License-Identifier: MIT
// mask_of_each_lane.cu: the lanes vote with the mask of those that have the same value, as each has computed it from
// its own.
// CPU exits 1
// CPU finds divergent-warp
// CPU says at mask_of_each_lane.cu:{vote}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned mask = __match_any_sync(0xffffffff, in[lane]);
#else
    const unsigned mask = 1u << lane | 1; // its own lane, and the first
#endif
    out[lane] = (int)__ballot_sync(mask, in[lane] > 4); // {vote}
    __syncwarp();
}

int main()
{
    int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 11;
    device_array<int> in(threads, host), out(threads, zeros);
    lanes<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) {
        unsigned same = 0;
        for (int k = 0; k < 32; k++)
            same |= (unsigned)(host[k] == host[i] && host[i] > 4) << k;
        return (int)same;
    });
}
