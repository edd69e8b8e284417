// SPDX-License-Identifier: MIT
// race_missing_syncwarp.cu: the last warp of a reduction has no barriers, as if its threads ran in step.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says kernel sum, block (0,0,0), cache
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_missing_syncwarp.cu:{add}
#include "../kernel_run.h"

const int threads = 64;

__global__ void sum(int *out)
{
    __shared__ int cache[threads];
    int t = threadIdx.x;
    cache[t] = t + 1;
    __syncthreads();
    if (t < 32) {
        for (int i = 32; i > 0; i /= 2) {
            if (t < i)
                cache[t] += cache[t + i]; // {add}
#ifdef FIXED
            __syncwarp();
#endif
        }
    }
    if (t == 0)
        *out = cache[0];
}

int main()
{
    device_array<int> out(1);
    sum<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads + 1) / 2);
}
