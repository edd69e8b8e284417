// SPDX-License-Identifier: MIT
// race_atomics_then_read.cu: all threads count by an atomic, and the first thread reads the counter without a barrier:
// the others may not have counted yet.
// CPU exits 3
// CPU finds race-shared: writes atomically {count}, reads {read}
// CPU says put a __syncthreads() between them, after line {count}.
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void count_bright(const int *pixel, int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (pixel[threadIdx.x] > 10)
        atomicAdd(&count, 1); // {count}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        *out = count; // {read}
}

int main()
{
    device_array<int> pixel(threads, [](int i) { return i; }), out(1);
    count_bright<<<1, threads>>>(pixel, out);
    return check_fixed(out, threads - 11);
}
