// SPDX-License-Identifier: MIT
// barrier_arms_in_one_line.cu: both branches of an if have a barrier, in the same line; half of each warp takes either.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 32 threads wait in __syncthreads() at barrier_arms_in_one_line.cu:{line}: 0-15, 32-47
// CPU says 32 threads wait in __syncthreads() (number 2 in the line) at barrier_arms_in_one_line.cu:{line}: 16-31, 48-63
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include "../kernel_run.h"

const int threads = 64;

#define MEET(first)                                                                                                    \
    if (first)                                                                                                         \
        __syncthreads();                                                                                               \
    else                                                                                                               \
        __syncthreads()

__global__ void mirror(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    MEET(t % 32 < 16); // {line}
#else
    MEET(blockDim.x == threads);
#endif
    out[t] = line[threads - 1 - t];
}

int main()
{
    device_array<int> out(threads);
    mirror<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return threads - 1 - i; });
}
