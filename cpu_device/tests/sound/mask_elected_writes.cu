// SPDX-License-Identifier: MIT
// mask_elected_writes.cu: an elected lane stores for its warp, which meets before it reads, and again before the next
// round.
// Compiled with: -arch=sm_90
#include "../kernel_run.h"

const int threads = 64, rounds = 5;

__device__ bool elected()
{
    int result;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.s32 %0, 1, 0, p;\n\t}" : "=r"(result));
    return result;
}

__global__ void sums(const int *in, int *out)
{
    __shared__ int chosen[threads / 32];
    const int warp = threadIdx.x / 32;
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (elected())
            chosen[warp] = in[round * (threads / 32) + warp];
        __syncwarp();
        sum += chosen[warp];
        __syncwarp();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    static int host[rounds * threads / 32];
    for (int i = 0; i < rounds * threads / 32; i++)
        host[i] = i * i % 101;
    device_array<int> in(rounds * threads / 32, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int round = 0; round < rounds; round++)
            right += host[round * (threads / 32) + i / 32];
        return right;
    });
}
