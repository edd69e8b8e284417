// SPDX-License-Identifier: MIT
// readers_named_of_one_warp.cu: two warps read a slot, and one of them arrives at the barrier that the writer waits
// for.
// CPU exits 3
// CPU finds race-shared: reads {read}, writes {again}
// memcheck exits 0
// fixed-synccheck exits 3
// fixed-synccheck prints Barrier error detected. Divergent thread(s) in block.
#include "../kernel_run.h"

const int threads = 96;

__global__ void pass(int *out)
{
    __shared__ int slot;
    const int t = threadIdx.x, warp = t / 32;
    if (warp == 0) {
        if (t == 0)
            slot = 1;
        asm volatile("bar.sync 1, 96;" ::: "memory");
#ifdef FIXED
        asm volatile("bar.sync 2, 96;" ::: "memory");
#else
        asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
        if (t == 0)
            slot = 2; // {again}
    } else {
        asm volatile("bar.sync 1, 96;" ::: "memory");
        out[t] = slot; // {read}
#ifdef FIXED
        asm volatile("bar.arrive 2, 96;" ::: "memory");
#else
        if (warp == 2)
            asm volatile("bar.arrive 2, 64;" ::: "memory");
#endif
    }
}

int main()
{
    device_array<int> out(threads, zeros);
    pass<<<1, threads>>>(out);
    return finish(out);
}
