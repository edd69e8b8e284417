// SPDX-License-Identifier: MIT
// NAME.cu: each thread reads its neighbour's number without a barrier after the stores.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel shift, block (0,0,0), cache[0]
#include "../kernel_run.h"

const int n = 256;

__global__ void shift(int *out)
{
    __shared__ int cache[n];
    int t = threadIdx.x;
    cache[t] = t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = cache[(t + 1) % n]; // {read}
}

int main()
{
    device_array<int> out(n);
    shift<<<1, n>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) % n; });
}
