// SPDX-License-Identifier: MIT
// race_missing_first_barrier.cu: a reduction begins before the other threads have stored what it is to add up.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum, block (0,0,0), cache
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_missing_first_barrier.cu:{read}
#include "../kernel_run.h"

const int n = 10000, threads = 256, blocks = 2;

__global__ void sum(int *partial)
{
    __shared__ int cache[threads];
    int t = threadIdx.x, temp = 0;
    for (int i = t + blockIdx.x * threads; i < n; i += blocks * threads)
        temp += i;
    cache[t] = temp; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    for (int i = threads / 2; i > 0; i /= 2) {
        if (t < i)
            cache[t] += cache[t + i]; // {read}
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = cache[0];
}

int main()
{
    device_array<int> partial(blocks);
    sum<<<blocks, threads>>>(partial);
    return finish(partial) || (is_fixed && partial.on_host[0] + partial.on_host[1] != n * (n - 1) / 2);
}
