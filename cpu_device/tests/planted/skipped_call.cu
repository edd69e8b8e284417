// SPDX-License-Identifier: MIT
// skipped_call.cu: a function holds a barrier, and only the threads with a number below 40 call it.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 40 threads wait in __syncthreads() at skipped_call.cu:{barrier}: 0-39
// CPU says 24 threads have skipped this barrier, and have exited: 40-63
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__device__ int from_neighbour(int *line, int value)
{
    line[threadIdx.x] = value;
    __syncthreads(); // {barrier}
    return line[threadIdx.x ^ 1];
}

__global__ void swap(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
#ifndef FIXED
    if (t < 40)
        out[t] = from_neighbour(line, t);
#else
    int value = from_neighbour(line, t);
    if (t < 40)
        out[t] = value;
#endif
    if (t != 0)
        return;
    out[threads - 1] = 1;
}

int main()
{
    device_array<int> out(threads, zeros);
    swap<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < 40 ? i ^ 1 : i == threads - 1; });
}
