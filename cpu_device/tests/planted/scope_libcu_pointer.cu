// SPDX-License-Identifier: MIT
// scope_libcu_pointer.cu: a block tells another one where its result is by a cuda::atomic of a pointer, of block scope.
// Needs libcu++ 3.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {release}, reads {acquire}
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

#ifndef FIXED
const cuda::thread_scope scope = cuda::thread_scope_block;
#else
const cuda::thread_scope scope = cuda::thread_scope_device;
#endif

__device__ int result;
__device__ cuda::atomic<int *, scope> where;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
        result = 42;                                      // {write}
        where.store(&result, cuda::memory_order_release); // {release}
        return;
    }
    int *from;
    while ((from = where.load(cuda::memory_order_acquire)) == nullptr) // {acquire}
        ;
    *out = *from; // {read}
}

int main()
{
    device_array<int> out(1, zeros);
    hand_over<<<2, 1>>>(out);
    return check_fixed(out, 42);
}
