// SPDX-License-Identifier: MIT
// pipeline_too_few_buffers.cu: the pipeline has three stages and shared memory has room for two, so a copy overwrites
// what others read.
// CPU exits 3
// CPU finds race-shared
// CPU says reads at pipeline_too_few_buffers.cu:{load}
// CPU reports 1 to 2: a thread may also read where a copy is under way, which counts as uninitialized
// synccheck exits 3
// synccheck prints Barrier error detected. Missing wait.
// fixed-synccheck exits 3
// fixed-synccheck prints Barrier error detected. Missing wait.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 64, batches = 6, stages = 3;
#ifdef FIXED
const int buffers = stages;
#else
const int buffers = 2;
#endif

// All threads copy, and all add up.
__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[buffers][threads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int me = threadIdx.x;
    int sum = 0;
    for (int begun = 0, batch = 0; batch < batches; batch++) {
        for (; begun < batches && begun < batch + stages; begun++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[begun % buffers][me], &in[begun * threads + me], sizeof(int), pipe); // {copy}
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[batch % buffers][threads - 1 - me]; // {load}
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
            right += host[batch * threads + threads - 1 - i];
        return right;
    });
}
