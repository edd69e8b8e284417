// SPDX-License-Identifier: MIT
// fence_of_other_work.cu: the last warp of a block overwrites a limit that the other warps read. It has waited for
// another block's flag before, and that orders nothing within its own block.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {load}
// CPU says kernel raise
// all exits 0
#include "../kernel_run.h"

const int readers = 64;

__global__ void raise(int *limit, int *next, int *is_set, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 1) {
        if (t == 0) {
            *next = 10;
            __threadfence();
            atomicExch(is_set, 1);
        }
        return;
    }
    if (t < readers)
        out[t] = *limit; // {load}
#ifdef FIXED
    __syncthreads();
#endif
    if (t == readers) {
        while (atomicAdd(is_set, 0) == 0)
            __nanosleep(100);
        __threadfence();
        *limit = 2 * *next; // {store}
    }
}

int main()
{
    int out[readers] = {10};
    device_array<int> dev(3), dev_out(readers);
    HANDLE_ERROR(cudaMemcpy(dev, out, 3 * sizeof(int), cudaMemcpyHostToDevice));
    raise<<<2, readers + 32>>>(dev, dev + 1, dev + 2, dev_out);
    return finish(dev_out) || (is_fixed && (dev_out.on_host[0] != 10 || dev_out.on_host[readers - 1] != 10));
}
