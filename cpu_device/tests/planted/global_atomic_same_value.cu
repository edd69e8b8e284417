// SPDX-License-Identifier: MIT
// global_atomic_same_value.cu: one thread adds 1 to a zero by an atomic, another stores 1 plainly. In the order of this
// run both leave 1, but in the other order the result is 2.
// CPU exits 3
// CPU finds race-global: writes {store}, writes atomically {add}
// all exits 0
#include "../kernel_run.h"

__global__ void begin_and_count(int *count)
{
    if (threadIdx.x == 0) {
        __threadfence(); // lets the other warp run first
        *count = 1;      // {store}
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 32)
        atomicAdd(count, 1); // {add}
}

int main()
{
    device_array<int> count(1, zeros);
    begin_and_count<<<1, 64>>>(count);
    return check_fixed(count, 2);
}
