// SPDX-License-Identifier: MIT
// race_before_phase_count.cu: a barrier expects one arrival more than come, so it lets no thread pass. Two threads race
// before it: that is reported first.
// CPU exits 1
// CPU finds race-shared: writes {store}, reads {load}
// CPU finds waits-for-ever
// CPU says In phase 0, 64 have come; 1 more must come.
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>

#include "../kernel_run.h"

__global__ void neighbours(int *out)
{
    __shared__ int values[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    const unsigned t = threadIdx.x;
    if (t == 0)
#ifdef FIXED
        init(&stored, 64);
#else
        init(&stored, 65);
#endif
    __syncthreads();
    values[t] = t; // {store}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = values[(t + 1) % 64]; // {load}
    stored.arrive_and_wait();
    out[t] += values[(t + 2) % 64];
}

int main()
{
    device_array<int> dev(64);
    neighbours<<<1, 64>>>(dev);
    return finish();
}
