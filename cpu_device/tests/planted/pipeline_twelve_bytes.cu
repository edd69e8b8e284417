// SPDX-License-Identifier: MIT
// pipeline_twelve_bytes.cu: __pipeline_memcpy_async() copies 4, 8 or 16 bytes, and is asked for 12.
// CPU exits 1
// CPU finds wrong-pipeline: at {copy}
// CPU says calls __pipeline_memcpy_async() with another size than 4, 8 or 16 bytes
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <cuda_pipeline.h>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int3 tile[threads];
#ifdef FIXED
    for (int i = 0; i < 3; i++)
        __pipeline_memcpy_async((int *)&tile[threadIdx.x] + i, &in[3 * threadIdx.x + i], 4);
#else
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[3 * threadIdx.x], 12); // {copy}
#endif
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x].y;
}

int main()
{
    int host[4 * threads];
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    device_array<int> in(4 * threads, host), out(threads, zeros);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[3 * (threads - 1 - i) + 1]; });
}
