// SPDX-License-Identifier: MIT
// pipeline_by_hand.cu: the producer's warp computes into the tile in place of copying: the stages order plain stores,
// too.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 64, batches = 9, stages = 2;

__global__ void squares(const int *in, int *out)
{
    __shared__ int tile[stages][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, size_t(32));
    int sum = 0;
    for (int batch = 0; batch < batches; batch++)
        if (threadIdx.x < 32) {
            pipe.producer_acquire();
            const int value = in[32 * batch + threadIdx.x];
            tile[batch % stages][threadIdx.x] = value * value;
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += tile[batch % stages][63 - threadIdx.x];
            pipe.consumer_release();
        }
    out[threadIdx.x] = sum;
}

int main()
{
    static int host[batches * 32];
    for (int i = 0; i < batches * 32; i++)
        host[i] = i % 37;
    device_array<int> in(batches * 32, host), out(threads, zeros);
    squares<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int batch = 0; i >= 32 && batch < batches; batch++)
            right += host[32 * batch + 63 - i] * host[32 * batch + 63 - i];
        return right;
    });
}
