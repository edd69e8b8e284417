// SPDX-License-Identifier: MIT
// phase_drops_too_early.cu: threads drop out of the barrier, and store only then what the others read after it.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/barrier>

#include "../kernel_run.h"

const int threads = 64;

__global__ void hand_over(int *out)
{
    __shared__ int values[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    if (threadIdx.x >= 32) {
#ifdef FIXED
        values[threadIdx.x - 32] = threadIdx.x;
        stored.arrive_and_drop();
#else
        stored.arrive_and_drop();
        values[threadIdx.x - 32] = threadIdx.x; // {store}
#endif
        return;
    }
    stored.arrive_and_wait();
    out[threadIdx.x] = values[threadIdx.x]; // {load}
}

int main()
{
    device_array<int> out(32, zeros);
    hand_over<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i + 32; });
}
