// SPDX-License-Identifier: MIT
// phase_semaphore_kept.cu: a warp leaves without giving back the semaphore that another one waits for.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include <cuda/semaphore>
#include <new>

#include "../kernel_run.h"

const int warps = 4;
using semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 2>;

__global__ void take_turns(int *out)
{
    __shared__ int count;
    __shared__ alignas(semaphore) char places[sizeof(semaphore)];
    semaphore *two = reinterpret_cast<semaphore *>(places);
    if (threadIdx.x == 0) {
        count = 0;
        new (two) semaphore(2);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        two->acquire(); // {wait}
        out[threadIdx.x / 32] = 1 + 0 * atomicAdd(&count, 1);
#ifdef FIXED
        two->release();
#endif
    }
}

int main()
{
    device_array<int> out(warps, zeros);
    take_turns<<<1, 32 * warps>>>(out);
    return check_fixed(out, 1);
}
