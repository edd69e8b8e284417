// SPDX-License-Identifier: MIT
// pipeline_misaligned.cu: a copy of 16 bytes at once begins 4 bytes after a multiple of 16.
// CPU exits 1
// CPU finds misaligned-address: at {copy}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 16 bytes
#include <cuda_pipeline.h>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ __align__(16) int tile[4 * threads];
    const int me = threadIdx.x;
#ifdef FIXED
    __pipeline_memcpy_async(&tile[4 * me], &in[4 * me], 16);
#else
    if (me < threads - 1)
        __pipeline_memcpy_async(&tile[4 * me], &in[4 * me + 1], 16); // {copy}
#endif
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[me] = tile[threads - 1 - me];
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
