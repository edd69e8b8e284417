// SPDX-License-Identifier: MIT
// skipped_and_returned.cu: threads beyond n return, which is no error. But of the others, half go past the barrier.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 50 threads wait in __syncthreads() at skipped_and_returned.cu:{barrier}: 0-49
// CPU says 50 threads have skipped this barrier, and have exited: 50-99
// CPU says 28 threads have exited: 100-127
// all exits 0
#include "../kernel_run.h"

const int threads = 128, n = 100;

__global__ void fold(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    if (t >= n)
        return;
    if (t < n / 2) {
        __syncthreads(); // {barrier}
        out[t] = line[t] + line[n - 1 - t];
    }
#else
    __syncthreads();
    if (t < n / 2)
        out[t] = line[t] + line[n - 1 - t];
#endif
}

int main()
{
    device_array<int> out(threads, zeros);
    fold<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < n / 2 ? n - 1 : 0; });
}
