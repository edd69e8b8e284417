// SPDX-License-Identifier: MIT
// pipeline_warps_by_role.cu: two warps copy and three add up, each thread by its role; the last stages are still under
// way when the copying warps leave.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "../kernel_run.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

const int threads = 160, batches = 13, stages = 4, size = 64;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[stages][size];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    const bool copies = threadIdx.x < size;
    auto pipe =
        cuda::make_pipeline(block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    if (copies) {
        for (int batch = 0; batch < batches; batch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[batch % stages][threadIdx.x], &in[size * batch + threadIdx.x], 4, pipe);
            pipe.producer_commit();
        }
        return;
    }
    for (int batch = 0; batch < batches; batch++) {
        pipe.consumer_wait();
        for (int i = 0; i < size; i++)
            sum += tile[batch % stages][i] * (i % 3 == (int)threadIdx.x % 3);
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    static int host[batches * size];
    for (int i = 0; i < batches * size; i++)
        host[i] = i % 37;
    device_array<int> in(batches * size, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int k = 0; i >= size && k < batches * size; k++)
            right += host[k] * (k % size % 3 == i % 3);
        return right;
    });
}
