// SPDX-License-Identifier: MIT
// pipeline_by_hand.cu: the producer's warp computes into the tile in place of copying: the stages order plain stores,
// too.
#include <cooperative_groups.h>
#include <cuda/pipeline>

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
    static int host[batches * 32], result[threads];
    int *in, *out, wrong = 0;
    for (int i = 0; i < batches * 32; i++)
        host[i] = i % 37;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    squares<<<1, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++) {
        int right = 0;
        for (int batch = 0; i >= 32 && batch < batches; batch++)
            right += host[32 * batch + 63 - i] * host[32 * batch + 63 - i];
        wrong += result[i] != right;
    }
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
