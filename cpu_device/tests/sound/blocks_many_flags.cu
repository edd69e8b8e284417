// SPDX-License-Identifier: MIT
// blocks_many_flags.cu: the last block waits for the flags of 300 others, one after the other, fences once, and reads
// what each has left.
#include "../kernel_run.h"

const int writers = 300;

__global__ void gather(int *parts, volatile int *flags, int *sum)
{
    if (blockIdx.x < writers) {
        parts[blockIdx.x] = blockIdx.x;
        __threadfence();
        flags[blockIdx.x] = 1;
        return;
    }
    for (int i = 0; i < writers; i++)
        while (flags[i] == 0)
            ;
    __threadfence();
    int total = 0;
    for (int i = 0; i < writers; i++)
        total += parts[i];
    *sum = total;
}

int main()
{
    device_array<int> parts(writers), flags(writers, zeros), sum(1);
    gather<<<writers + 1, 1>>>(parts, flags, sum);
    return check(sum, writers * (writers - 1) / 2);
}
