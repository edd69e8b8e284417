// SPDX-License-Identifier: MIT
// readers_phase_of_one.cu: a barrier tells the writer that a slot is empty. It expects one of the two readers.
// CPU exits 3
// CPU finds race-shared: reads {read}, writes {again}
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <cuda/barrier>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void pass(int *out)
{
    __shared__ int slot;
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    const int t = threadIdx.x;
#ifdef FIXED
    const int readers = 2;
#else
    const int readers = 1;
#endif
    if (t == 0) {
        init(&full, 1);
        init(&empty, readers);
    }
    __syncthreads();
    if (t == 0) {
        slot = 1;
        (void)full.arrive();
        empty.wait_parity(false);
        slot = 2; // {again}
    } else {
        full.wait_parity(false);
        out[t] = slot; // {read}
        if (t <= readers)
            (void)empty.arrive();
    }
}

int main()
{
    device_array<int> out(3, zeros);
    pass<<<1, 3>>>(out);
    return finish(out);
}
