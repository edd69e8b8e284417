// SPDX-License-Identifier: MIT
// NAME.cu: each thread reads its neighbour's number after a barrier.
#include "../kernel_run.h"

const int n = 256;

__global__ void shift(int *out)
{
    __shared__ int cache[n];
    int t = threadIdx.x;
    cache[t] = t;
    __syncthreads();
    out[t] = cache[(t + 1) % n];
}

int main()
{
    device_array<int> out(n);
    shift<<<1, n>>>(out);
    return check(out, [](int i) { return (i + 1) % n; });
}
