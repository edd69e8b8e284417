// SPDX-License-Identifier: MIT
// race_broadcast.cu: thread 0 sets a variable for all, and nobody waits for it.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scale, block (0,0,0), factor
// all exits 0
#include "../kernel_run.h"

const int threads = 128;

__global__ void scale(int *out)
{
    __shared__ int factor;
    int t = threadIdx.x;
    if (t == 0)
        factor = 3; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = t * factor; // {read}
}

int main()
{
    device_array<int> out(threads);
    scale<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return 3 * i; });
}
