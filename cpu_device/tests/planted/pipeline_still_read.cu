// SPDX-License-Identifier: MIT
// pipeline_still_read.cu: a thread begins the next copy while its neighbour may still read the tile: the barrier
// after the sum is missing.
// CPU exits 3
// CPU finds race-shared
// CPU says reads at pipeline_still_read.cu:{load}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/pipeline>

#include "../kernel_run.h"

const int threads = 64, batches = 6;

// Each thread has a pipeline of its own, with two stages.
__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    auto pipe = cuda::make_pipeline();
    const int me = threadIdx.x;
    int sum = 0;
    for (int begun = 0, batch = 0; batch < batches; batch++) {
        for (; begun < batches && begun < batch + 2; begun++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[begun % 2][me], &in[begun * threads + me], sizeof(int), pipe); // {copy}
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[batch % 2][(me + 1) % threads]; // {load}
#ifdef FIXED
        __syncthreads();
#endif
        pipe.consumer_release();
    }
    out[me] = sum;
}

int main()
{
    int host[batches * threads];
    for (int i = 0; i < batches * threads; i++)
        host[i] = i % 37;
    device_array<int> in(batches * threads, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) {
        int right = 0;
        for (int batch = 0; batch < batches; batch++)
            right += host[batch * threads + (i + 1) % threads];
        return right;
    });
}
