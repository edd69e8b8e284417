// SPDX-License-Identifier: MIT
// race_before_phase_wait.cu: a race, and then all threads wait at a barrier where none arrives. The race has nothing to
// do with the barrier, and is reported first.
// CPU exits 1
// CPU finds race-shared: writes {store}, reads {load}
// CPU finds waits-for-ever
// CPU says In phase 0, 0 have come; 1 more must come.
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>

#include "../kernel_run.h"

__global__ void broadcast(int *out)
{
    __shared__ int value;
    __shared__ cuda::barrier<cuda::thread_scope_block> done;
    const unsigned t = threadIdx.x;
    if (t == 0)
        init(&done, 1);
    __syncthreads();
    if (t == 0)
        value = 5; // {store}
#ifdef FIXED
    __syncthreads();
    out[t] = value;
    if (t == 0)
        (void)done.arrive();
#else
    else
        out[t] = value; // {load}
#endif
    done.wait_parity(false);
}

int main()
{
    device_array<int> dev(64);
    broadcast<<<1, 64>>>(dev);
    return finish();
}
