// SPDX-License-Identifier: MIT
// uninitialized_volatile.cu: the sum of two warps relies on volatile alone, so the first warp reads what the second has
// not stored yet.
// CPU exits 3
// CPU finds uninitialized-shared: reads {add}
// CPU says reads s[
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

__global__ void sum(const float *x, float *total)
{
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
#ifdef FIXED
    __syncthreads();
#endif
    for (int i = 32; i > 0; i /= 2) {
        if (t < i)
            s[t] = s[t] + s[t + i]; // {add}
        __syncwarp();
    }
    if (t == 0)
        *total = s[0];
}

int main()
{
    device_array<float> x(64, 1), total(1);
    sum<<<1, 64>>>(x, total);
    return check_fixed(total, 64);
}
