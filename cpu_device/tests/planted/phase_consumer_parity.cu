// SPDX-License-Identifier: MIT
// phase_consumer_parity.cu: one thread stores, arrives and leaves. The others wait for the parity of phase 1, but what
// they need is phase 0, which is over.
// CPU exits 1
// CPU finds waits-for-ever
// CPU says In phase 1, 0 have come; 1 more must come.
// CPU says The phase before is over, and the threads that wait here have not waited for it: wait_parity() takes
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>

#include "../kernel_run.h"

__global__ void hand_over(int *out)
{
    __shared__ int value;
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    const unsigned t = threadIdx.x;
    if (t == 0)
        init(&stored, 1);
    __syncthreads();
    if (t == 0) {
        value = 5;
        (void)stored.arrive();
    }
    __syncthreads();
    if (t == 0)
        return;
#ifdef FIXED
    stored.wait_parity(false);
#else
    stored.wait_parity(true);
#endif
    out[t] = value;
}

int main()
{
    device_array<int> dev(64);
    hand_over<<<1, 64>>>(dev);
    return finish();
}
