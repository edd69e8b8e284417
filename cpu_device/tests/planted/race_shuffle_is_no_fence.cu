// SPDX-License-Identifier: MIT
// race_shuffle_is_no_fence.cu: a shuffle brings the lanes a value, but does not order what they do to memory.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scale, block (0,0,0), offset
// all exits 0
#include "../kernel_run.h"

__global__ void scale(int *out)
{
    __shared__ int offset;
    int lane = threadIdx.x, factor = 0;
    if (lane == 0) {
        factor = 3;
        offset = 1000; // {write}
    }
    factor = __shfl_sync(0xffffffff, factor, 0);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = lane * factor + offset; // {read}
}

int main()
{
    device_array<int> out(32);
    scale<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return 3 * i + 1000; });
}
