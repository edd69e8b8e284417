// SPDX-License-Identifier: MIT
// mask_aggregated_by_match.cu: the lanes that hold the same value elect one, which reserves their places in a list: by
// match, votes and shuffles with the mask of the group.
#include "../kernel_run.h"

const int threads = 256, values = 5;
__device__ int counts[values];

__global__ void places(const int *in, int *out)
{
    const int me = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x % 32, value = in[me];
    const unsigned there = __ballot_sync(0xffffffff, value < values);
    if (value >= values)
        return;
    const unsigned same = __match_any_sync(there, value);
    const int leader = __ffs((int)same) - 1;
    int first = 0;
    if (lane == leader)
        first = atomicAdd(&counts[value], __popc(same));
    first = __shfl_sync(same, first, leader);
    const int place = first + __popc(same & ((1u << lane) - 1));
    out[value * 2 * threads + place] = 1;
}

int main()
{
    static int host[2 * threads];
    for (int i = 0; i < 2 * threads; i++)
        host[i] = i * i % 7;
    device_array<int> in(2 * threads, host), out(values * 2 * threads, zeros);
    places<<<2, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int k = 0; k < 2 * threads; k++)
            right += host[k] == i / (2 * threads);
        right = i % (2 * threads) < right;
        return right;
    });
}
