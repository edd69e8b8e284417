// SPDX-License-Identifier: MIT
// pipeline_without_wait.cu: a tile is copied by __pipeline_memcpy_async(), and read after a barrier, but nobody waits
// for the copy.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda_pipeline.h>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
#ifdef FIXED
    __pipeline_wait_prior(0);
#endif
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // {load}
}

int main()
{
    device_array<int> in(threads, [](int i) { return i; }), out(threads);
    reverse<<<1, threads>>>(in, out);
    return finish(out);
}
