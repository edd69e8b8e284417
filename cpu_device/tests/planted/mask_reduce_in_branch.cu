// SPDX-License-Identifier: MIT
// mask_reduce_in_branch.cu: half of a warp sums up with a mask that names all of its lanes, and the others wait
// elsewhere.
// Compiled with: -arch=sm_80
// CPU exits 1
// CPU finds divergent-warp
// CPU says 16 threads wait in a vote at mask_reduce_in_branch.cu:{reduce}
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include "../kernel_run.h"

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned half = 0x0000ffff;
#else
    const unsigned half = 0xffffffff;
#endif
    int sum = 0;
    if (lane < 16)
        sum = __reduce_add_sync(half, in[lane]); // {reduce}
    __syncwarp();
    out[lane] = sum;
}

int main()
{
    int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 11;
    device_array<int> in(threads, host), out(threads, zeros);
    lanes<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) {
        int sum = 0;
        for (int k = 0; k < 16; k++)
            sum += host[k];
        return i < 16 ? sum : 0;
    });
}
