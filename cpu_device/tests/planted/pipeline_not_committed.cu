// SPDX-License-Identifier: MIT
// pipeline_not_committed.cu: a copy that is not committed is in no batch, and __pipeline_wait_prior(0) does not wait
// for it.
// CPU exits 3
// CPU finds uninitialized-shared: at {load}
// CPU says reads tile[
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda_pipeline.h>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
#ifdef FIXED
    __pipeline_commit();
#endif
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // {load}
}

int main()
{
    int host[4 * threads];
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    device_array<int> in(4 * threads, host), out(threads, zeros);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[threads - 1 - i]; });
}
