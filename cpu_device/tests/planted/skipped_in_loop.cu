// SPDX-License-Identifier: MIT
// skipped_in_loop.cu: each thread takes every 64th element, and some threads have one element more than the others.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says kernel pairs, block (0,0,0), of 64 threads
// CPU says 36 threads wait in __syncthreads() at skipped_in_loop.cu:{barrier}: 0-35
// CPU says 28 threads have skipped this barrier, and have exited: 36-63
// all exits 0
#include "../kernel_run.h"

const int threads = 64, n = 100;

__global__ void pairs(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x, sum = 0;
#ifndef FIXED
    for (int i = t; i < n; i += threads) {
        line[t] = i;
        __syncthreads(); // {barrier}
        sum += line[t ^ 1];
        __syncthreads();
        out[t] = sum;
    }
#else
    for (int base = 0; base < n; base += threads) {
        if (base + t < n)
            line[t] = base + t;
        __syncthreads();
        if (base + t < n)
            sum += line[t ^ 1];
        __syncthreads();
    }
    out[t] = sum;
#endif
}

int main()
{
    device_array<int> out(threads, zeros);
    pairs<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return (i ^ 1) + (i < n - threads ? (i ^ 1) + threads : 0); });
}
