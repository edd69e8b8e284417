// SPDX-License-Identifier: MIT
// cub_warp_sum_for_all.cu: every lane divides by the sum of WarpReduce, which the first lane alone gets.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// CPU says pass it on by __shfl_sync()
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

__global__ void mean(const float *values, float *out)
{
    using Reduce = cub::WarpReduce<float>;
    __shared__ Reduce::TempStorage temp;
    float sum = Reduce(temp).Sum(values[threadIdx.x]);
#ifdef FIXED
    sum = __shfl_sync(0xffffffff, sum, 0);
#endif
    out[threadIdx.x] = sum / 32 - 1; // {store}
}

int main()
{
    device_array<float> values(32, [](int i) { return i; }), out(32);
    mean<<<1, 32>>>(values, out);
    return check_fixed(out, 14.5f);
}
