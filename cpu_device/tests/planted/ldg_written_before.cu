// SPDX-License-Identifier: MIT
// ldg_written_before.cu: a block writes a row, and reads its neighbors with __ldg(), which may miss the new values.
// CPU exits 3
// CPU finds stale-load: writes {write}, reads {read}
// CPU says kernel shift, block (0,0,0), cells[0] (1024 bytes from cudaMalloc
// CPU says or by a plain load
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include "../kernel_run.h"

const int n = 256;

__global__ void shift(const int *steps, int *cells, int *out)
{
    int i = threadIdx.x;
    int right = (i + 1) % n;
    cells[i] = i + __ldg(&steps[i]); // {write}
    __syncthreads();
#ifndef FIXED
    out[i] = __ldg(&cells[right]); // {read}
#else
    out[i] = cells[right];
#endif
}

int main()
{
    device_array<int> steps(n, zeros), cells(n), out(n);
    shift<<<1, n>>>(steps, cells, out);
    return finish(out);
}
