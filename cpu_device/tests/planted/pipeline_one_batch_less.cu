// SPDX-License-Identifier: MIT
// pipeline_one_batch_less.cu: the copying warp leaves its loop one batch early, and the others wait for that batch
// for ever.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says 96 threads spin at pipeline_one_batch_less.cu:{wait}
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
// synccheck exits 3
// synccheck prints Barrier error detected. Missing wait.
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
    auto pipe =
        cuda::make_pipeline(block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    for (int batch = 0; batch < batches; batch++)
        if (copies) {
#ifndef FIXED
            if (batch == batches - 1)
                break;
#endif
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[batch % stages][threadIdx.x], &in[32 * batch + threadIdx.x], 4, pipe); // {copy}
            pipe.producer_commit();
        } else {
            pipe.consumer_wait(); // {wait}
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
