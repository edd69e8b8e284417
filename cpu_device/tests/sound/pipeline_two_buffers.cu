// SPDX-License-Identifier: MIT
// pipeline_two_buffers.cu: all threads of a block copy and add up, with two tiles.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 96, batches = 11, stages = 2;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[stages][threads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int me = threadIdx.x;
    int sum = 0;
    for (int begun = 0, batch = 0; batch < batches; batch++) {
        for (; begun < batches && begun < batch + stages; begun++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[begun % stages][me], &in[begun * threads + me], sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[batch % stages][threads - 1 - me];
        pipe.consumer_release();
    }
    out[me] = sum;
}

int main()
{
    static int host[batches * threads];
    for (int i = 0; i < batches * threads; i++)
        host[i] = i % 37;
    device_array<int> in(batches * threads, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int batch = 0; batch < batches; batch++)
            right += host[batch * threads + threads - 1 - i];
        return right;
    });
}
