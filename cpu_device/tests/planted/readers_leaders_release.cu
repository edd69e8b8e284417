// SPDX-License-Identifier: MIT
// readers_leaders_release.cu: all lanes of three warps read a slot, and each warp's first lane says that it may be
// filled again, without a __syncwarp() before that.
// CPU exits 3
// CPU finds race-shared: reads {read}, writes {again}
// memcheck exits 0
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int readers = 3, threads = 32 * (readers + 1);

__global__ void pass(int *out)
{
    __shared__ int slot, full, empty;
    const int t = threadIdx.x;
    if (t == 0)
        full = empty = 0;
    __syncthreads();
    if (t == 0) {
        slot = 1;
        __threadfence_block();
        atomicExch(&full, 1);
        while (atomicAdd(&empty, 0) < readers)
            ;
        __threadfence_block();
        slot = 2; // {again}
    } else if (t >= 32) {
        while (atomicAdd(&full, 0) == 0)
            ;
        __threadfence_block();
        out[t] = slot; // {read}
#ifdef FIXED
        __syncwarp();
#endif
        __threadfence_block();
        if (t % 32 == 0)
            atomicAdd(&empty, 1);
    }
}

int main()
{
    device_array<int> out(threads, zeros);
    pass<<<1, threads>>>(out);
    return finish(out);
}
