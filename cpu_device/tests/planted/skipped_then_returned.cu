// SPDX-License-Identifier: MIT
// skipped_then_returned.cu: half of the threads go past the barrier, and return later: the return stands after the
// branch.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 32 threads wait in __syncthreads() at skipped_then_returned.cu:{barrier}: 0-31
// CPU says 32 threads have skipped this barrier, and have exited: 32-63
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void fold(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    if (t < threads / 2) {
        __syncthreads(); // {barrier}
        line[t] += line[threads - 1 - t];
    }
#else
    __syncthreads();
    if (t < threads / 2)
        line[t] += line[threads - 1 - t];
#endif
    if (t >= threads / 2)
        return;
    atomicAdd(&out[t], line[t]);
}

int main()
{
    device_array<int> out(threads, zeros);
    fold<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < threads / 2 ? threads - 1 : 0; });
}
