// SPDX-License-Identifier: MIT
// fence_in_block_of_writers.cu: threads of one block store with no fence; the last one to come has a fence.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 40;

__device__ unsigned came;

__global__ void spread_of(const float *values, float *squares, float *out)
{
    int t = threadIdx.x;
    squares[t] = values[t] * values[t]; // {write}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&came, 1u) != threads - 1)
        return;
    __threadfence_block();
    float sum = 0;
    for (int i = 0; i < threads; i++)
        sum += squares[i]; // {read}
    *out = sum / threads;
}

int main()
{
    device_array<float> values(threads, [](int t) { return t % 2 ? 3 : -1; }), squares(threads, zeros), out(1);
    spread_of<<<1, threads>>>(values, squares, out);
    return check_fixed(out, 5);
}
