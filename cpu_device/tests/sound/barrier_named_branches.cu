// SPDX-License-Identifier: MIT
// barrier_named_branches.cu: barrier.sync, without .aligned, in both branches of a warp: its lanes may come to the same
// barrier by different instructions. Two warps meet there.
#include "../kernel_run.h"

const int threads = 64;

__global__ void swap(int *out)
{
    __shared__ int values[threads];
    const int t = threadIdx.x;
    if (t % 2 == 0) {
        values[t] = t;
        asm volatile("barrier.sync 3, 64;" ::: "memory");
    } else {
        values[t] = -t;
        asm volatile("barrier.sync 3, 64;" ::: "memory");
    }
    out[t] = values[t ^ 33];
}

int main()
{
    device_array<int> out(threads);
    swap<<<1, threads>>>(out);
    return check(out, [](int i) { return (i ^ 33) % 2 == 0 ? (i ^ 33) : -(i ^ 33); });
}
