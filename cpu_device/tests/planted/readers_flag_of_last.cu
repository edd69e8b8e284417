// SPDX-License-Identifier: MIT
// readers_flag_of_last.cu: two threads read a slot, and the writer fills it again when the second one has said so.
// CPU exits 3
// CPU finds race-shared: reads {read}, writes {again}
// memcheck exits 0
// fixed-racecheck exits 3
// fixed-racecheck prints Warning: Race reported between
#include "../kernel_run.h"

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
#ifdef FIXED
        const int readers = 2;
#else
        const int readers = 1;
#endif
        while (atomicAdd(&empty, 0) < readers)
            ;
        __threadfence_block();
        slot = 2; // {again}
    } else {
        while (atomicAdd(&full, 0) == 0)
            ;
        __threadfence_block();
        out[t] = slot; // {read}
        __threadfence_block();
#ifdef FIXED
        atomicAdd(&empty, 1);
#else
        if (t == 2)
            atomicAdd(&empty, 1);
#endif
    }
}

int main()
{
    device_array<int> out(3, zeros);
    pass<<<1, 3>>>(out);
    return finish(out);
}
