// SPDX-License-Identifier: MIT
// race_missing_loop_barrier.cu: the steps of a reduction do not wait for one another.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says kernel sum, block (0,0,0), cache
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_missing_loop_barrier.cu:{add}
#include "../kernel_run.h"

const int threads = 256;

__global__ void sum(int *out)
{
    __shared__ int cache[threads];
    int t = threadIdx.x;
    cache[t] = t + 1;
    __syncthreads();
    for (int i = threads / 2; i > 0; i /= 2) {
        if (t < i)
            cache[t] += cache[t + i]; // {add}
#ifdef FIXED
        __syncthreads();
#endif
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
