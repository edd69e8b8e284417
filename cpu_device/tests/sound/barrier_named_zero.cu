// SPDX-License-Identifier: MIT
// barrier_named_zero.cu: warps meet at barrier 0 from several lines, in PTX. PTX pairs them by the barrier's number,
// where all give the same count, or none gives one.
#include "../kernel_run.h"

const int threads = 128, rounds = 50;

__global__ void hand_over(int *out)
{
    __shared__ int box[threads], sum[threads];
    int total = 0;
    for (int round = 0; round < rounds; round++) {
        box[threadIdx.x] = round + threadIdx.x;
        if (threadIdx.x < 32) {
            asm volatile("bar.sync 0, 128;" ::: "memory");
        } else if (threadIdx.x < 64) {
            asm volatile("barrier.sync 0, 128;" ::: "memory");
        } else if (threadIdx.x < 96) {
            asm volatile("barrier.sync 0, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 0, 128;" ::: "memory");
        }
        sum[threadIdx.x] = box[threads - 1 - threadIdx.x];
        if (threadIdx.x < 64)
            asm volatile("bar.sync 1;" ::: "memory");
        else
            asm volatile("barrier.sync 1;" ::: "memory");
        total += sum[(threadIdx.x + 32) % threads];
        if (threadIdx.x % 32 < 16) // without .aligned, the lanes of a warp may come from both sides of a branch
            asm volatile("barrier.sync 0, 128;" ::: "memory");
        else
            asm volatile("barrier.sync 0, 128;" ::: "memory");
    }
    out[threadIdx.x] = total;
}

int main()
{
    device_array<int> out(threads);
    hand_over<<<1, threads>>>(out);
    return check(out, [](int i) { return rounds * (rounds - 1) / 2 + rounds * (threads - 1 - (i + 32) % threads); });
}
