// SPDX-License-Identifier: MIT
// pipeline_broken_promise.cu: cuda::aligned_size_t<16> promises addresses that are multiples of 16, and the source is
// none.
// CPU exits 1
// CPU finds misaligned-address: at {copy}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 16 bytes
#include <cuda/pipeline>

#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ __align__(16) int tile[4 * threads];
    auto pipe = cuda::make_pipeline();
    const int me = threadIdx.x, from = 4 * me + (me < threads - 1 ? 1 : 0);
    pipe.producer_acquire();
#ifdef FIXED
    cuda::memcpy_async(&tile[4 * me], &in[from], cuda::aligned_size_t<4>(16), pipe);
#else
    cuda::memcpy_async(&tile[4 * me], &in[from], cuda::aligned_size_t<16>(16), pipe); // {copy}
#endif
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    const int other = threads - 1 - me;
    out[me] = tile[4 * other + 2];
    pipe.consumer_release();
}

int main()
{
    int host[4 * threads];
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    device_array<int> in(4 * threads, host), out(threads, zeros);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) {
        int other = threads - 1 - i;
        return host[4 * other + 2 + (other < threads - 1 ? 1 : 0)];
    });
}
