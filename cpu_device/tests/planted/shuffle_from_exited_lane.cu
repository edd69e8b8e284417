// SPDX-License-Identifier: MIT
// shuffle_from_exited_lane.cu: threads without an element return, and the others look for the smallest element by
// shuffles with the full mask. What they read from a lane that has exited is undefined: a GPU returns 0.
// CPU exits 1
// CPU finds undefined-shuffle
// CPU says kernel smallest, block (1,0,0), thread (4,0,0), at shuffle_from_exited_lane.cu:{read}
// CPU says reads from lane 20 of its warp, which has exited.
// all exits 1
#include <limits.h>

#include "../kernel_run.h"

const int n = 52, threads = 32;

__global__ void smallest(const int *in, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
#ifdef FIXED
    int value = i < n ? in[i] : INT_MAX;
#else
    if (i >= n)
        return;
    int value = in[i];
#endif
    for (int distance = 16; distance > 0; distance /= 2)
        value = min(value, __shfl_down_sync(0xffffffff, value, distance)); // {read}
    if (threadIdx.x == 0)
        atomicMin(out, value);
}

int main()
{
    device_array<int> in(n, [](int i) { return 100 + i; }), out(1, INT_MAX);
    smallest<<<(n + threads - 1) / threads, threads>>>(in, out);
    return check(out, 100);
}
