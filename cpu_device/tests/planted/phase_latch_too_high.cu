// SPDX-License-Identifier: MIT
// phase_latch_too_high.cu: a latch counts the threads of the block, and one warp does not count down.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says on ready
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include <cuda/latch>
#include <new>

#include "../kernel_run.h"

const int threads = 96;
using latch = cuda::latch<cuda::thread_scope_block>;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ alignas(latch) char ready[sizeof(latch)];
    latch *all = reinterpret_cast<latch *>(ready);
    if (threadIdx.x == 0) {
#ifdef FIXED
        new (all) latch(64);
#else
        new (all) latch(threads);
#endif
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        values[threadIdx.x] = threadIdx.x;
        all->count_down();
    }
    all->wait(); // {wait}
    out[threadIdx.x] = values[(threadIdx.x + 32) % 64];
}

int main()
{
    device_array<int> out(threads, zeros);
    neighbours<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return (i + 32) % 64; });
}
