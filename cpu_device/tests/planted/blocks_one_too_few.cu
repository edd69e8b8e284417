// SPDX-License-Identifier: MIT
// blocks_one_too_few.cu: the block before the last one takes itself for the last, by a count that is off by one.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 20, threads = 32;
#ifndef FIXED
const int before_the_last = blocks - 2;
#else
const int before_the_last = blocks - 1;
#endif

__device__ int parts[blocks], finished;

__global__ void maximum(int *out)
{
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1000 - blockIdx.x * blockIdx.x; // {write}
        __threadfence();
        if (atomicAdd(&finished, 1) == before_the_last) {
            __threadfence();
            int most = 0;
            for (int i = 0; i < blocks; i++)
                most = max(most, parts[i]); // {read}
            *out = most;
        }
    }
}

int main()
{
    device_array<int> out(1);
    maximum<<<blocks, threads>>>(out);
    return check_fixed(out, 1000);
}
