// SPDX-License-Identifier: MIT
// pipeline_nobody_consumes.cu: every thread of the block is a producer of the pipeline, so no thread releases a
// stage.
// CPU exits 1
// CPU finds wrong-pipeline: at {make}
// CPU says none of the threads is a consumer
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
// fixed-synccheck exits 3
// fixed-synccheck prints Barrier error detected. Missing wait.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 128, batches = 8, stages = 2;

// One warp copies, the others add up.
__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[stages][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    const bool copies = threadIdx.x < 32;
#ifdef FIXED
    const size_t producers = 32;
#else
    const size_t producers = block.size();
#endif
    auto pipe = cuda::make_pipeline(block, &state, producers); // {make}
    int sum = 0;
    for (int batch = 0; batch < batches; batch++)
        if (copies) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[batch % stages][threadIdx.x], &in[32 * batch + threadIdx.x], 4, pipe); // {copy}
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            for (int i = 0; i < 32; i++)
                sum += tile[batch % stages][i]; // {load}
            pipe.consumer_release();
        }
    out[threadIdx.x] = sum;
}

int main()
{
    int host[batches * 32];
    for (int i = 0; i < batches * 32; i++)
        host[i] = i % 37;
    device_array<int> in(batches * 32, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    if (finish(out) != 0)
        return 1;
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        int right = 0;
        for (int k = 0; k < batches * 32; k++)
            right += host[k];
        if (i >= 32 && out.on_host[i] != right)
            return 1;
    }
#endif
    return 0;
}
