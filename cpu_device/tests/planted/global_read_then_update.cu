// SPDX-License-Identifier: MIT
// global_read_then_update.cu: one thread reads a total that another thread adds to, with a fence between, which orders
// nothing here. The report names the two lines, although the second thread reads, too.
// CPU exits 3
// CPU finds race-global: writes {update}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void read_and_add(int *total, int *out)
{
    if (threadIdx.x == 0)
        *out = *total; // {read}
#ifdef FIXED
    __syncthreads();
#else
    __threadfence();
#endif
    if (threadIdx.x == 1)
        *total += 5; // {update}
}

int main()
{
    device_array<int> total(1, zeros), out(1);
    read_and_add<<<1, threads>>>(total, out);
    return check_fixed(out, 0);
}
