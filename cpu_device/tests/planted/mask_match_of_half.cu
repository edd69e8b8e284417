// SPDX-License-Identifier: MIT
// mask_match_of_half.cu: all lanes look for equal values with a mask that names only the lower half.
// CPU exits 1
// CPU finds lane-outside-mask: at {match}
// all exits 0
#include "../kernel_run.h"

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned mask = 0xffffffff;
#else
    const unsigned mask = 0x0000ffff;
#endif
    out[lane] = (int)__match_any_sync(mask, in[lane]); // {match}
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
            same |= (unsigned)(host[k] == host[i]) << k;
        return (int)same;
    });
}
