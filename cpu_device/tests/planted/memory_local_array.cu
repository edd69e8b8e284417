// SPDX-License-Identifier: MIT
// memory_local_array.cu: a loop over a thread's own array goes one round too far.
// CPU exits 1
// CPU finds index-out-of-bounds: at {write}
// CPU says kernel powers, block (0,0,0)
// CPU says index 8 of an array int [8]
// memcheck exits 3
// memcheck prints Invalid __local__ write of size 4 bytes
// memcheck prints in memory_local_array.cu:{write}
#include "../kernel_run.h"

const int threads = 32;

// The sum of the powers t^0 to t^7, the highest first.
__global__ void powers(int *out, int count)
{
    int power[8], t = threadIdx.x % 4, value = 1;
#ifndef FIXED
    for (int i = 0; i <= count; i++) {
#else
    for (int i = 0; i < count; i++) {
#endif
        power[i] = value; // {write}
        value *= t;
    }
    int sum = 0;
    for (int i = count - 1; i >= 0; i--)
        sum += power[i];
    out[threadIdx.x] = sum;
}

int main()
{
    device_array<int> out(threads);
    powers<<<1, threads>>>(out, 8);
    return finish(out) || (is_fixed && (out.on_host[0] != 1 || out.on_host[1] != 8 || out.on_host[2] != 255 ||
                                        out.on_host[3] != 3280));
}
