// SPDX-License-Identifier: MIT
// barrier_named_ring.cu: two warps produce and two consume, through a ring of two buffers. Each buffer has two barriers
// with numbers: whoever need not wait only arrives.
#include "../kernel_run.h"

const int stages = 2, rounds = 9, half = 64, members = 2 * half;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void pass_on(int *out)
{
    __shared__ int values[stages][half];
    const int t = threadIdx.x % half;
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        const int s = round % stages, full = 1 + s, empty = 1 + stages + s;
        if (threadIdx.x < half) {
            if (round >= stages)
                sync(empty, members);
            values[s][t] = round * half + t;
            arrive(full, members);
        } else {
            sync(full, members);
            sum += values[s][(t + round) % half];
            if (round + stages < rounds)
                arrive(empty, members);
        }
    }
    if (threadIdx.x >= half)
        out[t] = sum;
}

static int expected(int consumer)
{
    int sum = 0;
    for (int round = 0; round < rounds; round++)
        sum += round * half + (consumer + round) % half;
    return sum;
}

int main()
{
    device_array<int> out(half);
    pass_on<<<1, members>>>(out);
    return check(out, expected);
}
