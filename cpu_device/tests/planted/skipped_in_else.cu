// SPDX-License-Identifier: MIT
// skipped_in_else.cu: the threads that fill the edge have no barrier, those that smooth the middle have one.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 126 threads wait in __syncthreads() at skipped_in_else.cu:{barrier}: 1-126
// CPU says 2 threads have skipped this barrier, and have exited: 0, 127
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include "../kernel_run.h"

const int threads = 128;

__global__ void smooth(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = 3 * t;
#ifndef FIXED
    if (t == 0 || t == threads - 1) {
        out[t] = line[t];
    } else {
        __syncthreads(); // {barrier}
        out[t] = (line[t - 1] + line[t] + line[t + 1]) / 3;
    }
#else
    __syncthreads();
    if (t == 0 || t == threads - 1)
        out[t] = line[t];
    else
        out[t] = (line[t - 1] + line[t] + line[t + 1]) / 3;
#endif
}

int main()
{
    device_array<int> out(threads, zeros);
    smooth<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return 3 * i; });
}
