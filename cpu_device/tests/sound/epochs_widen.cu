// SPDX-License-Identifier: MIT
// epochs_widen.cu: from one barrier to the next more threads store, and each store goes on where the last one ended.
// After a barrier other threads read it. The loads before that are many, as in a program of some size.
#include "../kernel_run.h"

const int blocks = 2, threads = 64, few = 40, loads = 1024, room = 1024;

__global__ void widen(const int *many, int *out, int *sums, int epochs)
{
    int t = threadIdx.x, sum = 0;
    const int *mine = many + (blockIdx.x * threads + t) * loads;
    for (int i = 0; i < loads; i++)
        sum += mine[i];
    out += blockIdx.x * room;
    for (int epoch = 0; epoch < epochs; epoch++) {
        if (epoch > 0 || t < few)
            out[epoch * few + t] = t;
        __syncthreads();
    }
    sums[blockIdx.x * threads + t] = sum + out[few + (t + 1) % threads];
}

int main()
{
    const size_t count = blocks * threads;
    device_array<int> many(count * loads, zeros), out(blocks * room), sums(count);
    widen<<<blocks, threads>>>(many, out, sums, 2);
    return check(sums, [](int i) { return (int)(i + 1) % threads; });
}
