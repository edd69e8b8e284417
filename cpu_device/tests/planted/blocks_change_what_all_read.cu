// SPDX-License-Identifier: MIT
// blocks_change_what_all_read.cu: the last block replaces weights that every block reads; others may still read them.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 6, threads = 128, n = 2048, rounds = 3;

__global__ void update(float *weights, float *renewed, float *out)
{
    float sum = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = threadIdx.x; i < n; i += threads)
            sum += weights[i]; // {read}
    out[blockIdx.x * threads + threadIdx.x] = sum;
    __syncthreads();
    if (blockIdx.x == blocks - 1)
#ifdef FIXED
        renewed[threadIdx.x] = sum;
#else
        weights[threadIdx.x] = sum; // {write}
#endif
}

int main()
{
    device_array<float> weights(n, [](int i) { return i % threads; }), renewed(n), out(blocks * threads);
    update<<<blocks, threads>>>(weights, renewed, out);
    return check_fixed(out, [](int i) { return i % threads * (n / threads) * rounds; });
}
