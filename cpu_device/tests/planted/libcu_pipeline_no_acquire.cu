// SPDX-License-Identifier: MIT
// libcu_pipeline_no_acquire.cu: the copying thread uses a stage before the others have released it.
// CPU exits 3
// CPU finds race-shared: writes {copy}, reads {load}
// CPU reports 1 to 2: a thread may also read where a copy is under way, which counts as uninitialized
// It hangs at times. To synccheck the arrival of a copy is one that no thread waits for:
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
// fixed-synccheck exits 3
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <stdio.h>

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
    for (int batch = 0; batch < batches; ++batch)
        if (copies) {
#ifdef FIXED
            pipe.producer_acquire();
#endif
            cuda::memcpy_async(&tile[batch % stages][threadIdx.x], &in[32 * batch + threadIdx.x], 4, pipe); // {copy}
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            for (int i = 0; i < 32; ++i)
                sum += tile[batch % stages][i]; // {load}
            pipe.consumer_release();
        }
    out[threadIdx.x] = sum;
}

int main()
{
    int host[batches * 32], *in, *out, right = 0;
    for (int i = 0; i < batches * 32; i++)
        right += host[i] = i % 37;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, threads * sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, threads * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[32]);
#ifdef FIXED
    for (int i = 32; i < threads; i++)
        if (host[i] != right)
            return 1;
#endif
    return error != cudaSuccess || right == 0;
}
