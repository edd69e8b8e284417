// SPDX-License-Identifier: MIT
// pipeline_broken_size.cu: cuda::aligned_size_t<16> promises a size that is a multiple of 16, and it is 20: a GPU
// writes past the end.
// CPU exits 1
// CPU finds wrong-pipeline: at {copy}
// CPU says calls memcpy_async() with a size that is no multiple of what cuda::aligned_size_t promises.
// all exits 0
#include <cuda/pipeline>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ __align__(16) int tile[2 * threads + 3];
    auto pipe = cuda::make_pipeline();
    const int me = threadIdx.x;
    pipe.producer_acquire();
    if (me % 8 == 0) {
#ifdef FIXED
        cuda::memcpy_async(&tile[me], &in[me], cuda::aligned_size_t<4>(20), pipe);
#else
        cuda::memcpy_async(&tile[me], &in[me], cuda::aligned_size_t<16>(20), pipe); // {copy}
#endif
    }
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[me] = tile[me / 8 * 8 + me % 5];
    pipe.consumer_release();
}

int main()
{
    int host[4 * threads];
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    device_array<int> in(4 * threads, host), out(threads, zeros);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[i / 8 * 8 + i % 5]; });
}
