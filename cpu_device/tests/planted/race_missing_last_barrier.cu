// SPDX-License-Identifier: MIT
// race_missing_last_barrier.cu: all threads read a block's sum, and only thread 0 knows that it is complete.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum_for_all, block (0,0,0), cache
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_missing_last_barrier.cu:{write}
#include "../kernel_run.h"

const int threads = 256;

__global__ void sum_for_all(int *out)
{
    __shared__ int cache[threads];
    int t = threadIdx.x;
    cache[t] = t + 1;
    for (int i = threads / 2; i > 0; i /= 2) {
        __syncthreads();
        if (t < i)
            cache[t] += cache[t + i]; // {write}
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = cache[0]; // {read}
}

int main()
{
    device_array<int> out(threads);
    sum_for_all<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads + 1) / 2);
}
