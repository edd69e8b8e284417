// SPDX-License-Identifier: MIT
// volatile_two_arrays.cu: the last steps of two sums by one warp, in volatile shared arrays in turn, without
// __syncwarp(): the lanes need not run in lockstep.
// CPU exits 3
// CPU finds race-shared: writes {a}, reads {a}
// CPU finds race-shared: writes {b}, reads {b}
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include "../kernel_run.h"

__global__ void two_sums(int *out)
{
#ifdef FIXED
    __shared__ int a[64], b[64];
#else
    __shared__ volatile int a[64], b[64];
#endif
    int t = threadIdx.x;
    a[t] = t;
    b[t] = 1;
    __syncthreads();
    if (t < 32)
        for (int step = 32; step > 0; step /= 2) {
#ifdef FIXED
            int x = a[t + step], y = b[t + step];
            __syncwarp();
            a[t] += x;
            b[t] += y;
            __syncwarp();
#else
            a[t] += a[t + step]; // {a}
            b[t] += b[t + step]; // {b}
#endif
        }
    if (t == 0) {
        out[0] = a[0];
        out[1] = b[0];
    }
}

int main()
{
    device_array<int> out(2);
    two_sums<<<1, 64>>>(out);
    return finish(out) || (is_fixed && (out.on_host[0] != 2016 || out.on_host[1] != 64));
}
