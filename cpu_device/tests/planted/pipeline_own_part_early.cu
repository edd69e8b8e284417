// SPDX-License-Identifier: MIT
// pipeline_own_part_early.cu: in a pipeline of the block, a thread reads what it has copied itself before it waits
// for the stage.
// CPU exits 3
// CPU finds uninitialized-shared: at {load}
// CPU says reads tile[
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// synccheck exits 3
// synccheck prints Barrier error detected. Missing wait.
// fixed-synccheck exits 3
// fixed-synccheck prints Barrier error detected. Missing wait.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 64, batches = 6, stages = 2;

// All threads copy, and all add up.
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
            cuda::memcpy_async(&tile[begun % stages][me], &in[begun * threads + me], sizeof(int), pipe); // {copy}
            pipe.producer_commit();
        }
#ifdef FIXED
        pipe.consumer_wait();
        sum += tile[batch % stages][me];
#else
        sum += tile[batch % stages][me]; // {load}
        pipe.consumer_wait();
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
            right += host[batch * threads + i];
        return right;
    });
}
