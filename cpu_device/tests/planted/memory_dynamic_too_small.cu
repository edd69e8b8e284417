// SPDX-License-Identifier: MIT
// memory_dynamic_too_small.cu: the launch gives the size of dynamic shared memory in elements instead of bytes.
// CPU exits 1
// CPU reports 2
// CPU finds illegal-address: at {write}
// CPU says kernel reverse, block (0,0,0)
// CPU says of the dynamic shared memory; the launch gave 64 bytes
// memcheck exits 3
// memcheck prints Invalid __shared__ write of size 4 bytes
// memcheck prints in memory_dynamic_too_small.cu:{write}
#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(int *out)
{
    extern __shared__ int line[];
    int t = threadIdx.x;
    line[t] = t * t; // {write}
    __syncthreads();
    out[t] = line[threads - 1 - t];
}

int main()
{
#ifndef FIXED
    const size_t shared = threads;
#else
    const size_t shared = threads * sizeof(int);
#endif
    device_array<int> out(threads);
    reverse<<<1, threads, shared>>>(out);
    return check_fixed(out, [](int i) { return (threads - 1 - i) * (threads - 1 - i); });
}
