// SPDX-License-Identifier: MIT
// libcu_pipeline.cu: cuda::pipeline: of a thread, of a block whose threads all copy and compute, and of one where some
// warps do the one and some the other, by their number or by their role.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init // the shared state: one thread begins it

namespace cg = cooperative_groups;
const int threads = 128, batches = 6, stages = 3;

__global__ void by_threads(const int *in, int *out)
{
    __shared__ int tile[stages][threads];
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    for (int fetch = 0, compute = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[fetch % stages][threadIdx.x], &in[fetch * threads + threadIdx.x], sizeof(int),
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[compute % stages][threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_prior(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    auto pipe = cuda::make_pipeline();
    for (int i = 0; i < 2; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[i][threadIdx.x], &in[i * threads + threadIdx.x], cuda::aligned_size_t<4>(4), pipe);
        pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    out[threadIdx.x] = tile[0][threadIdx.x];
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    out[threadIdx.x] -= 2 * tile[1][threadIdx.x];
}

__global__ void unified(const int *in, int *out)
{
    __shared__ int tile[stages][threads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int fetch = 0, compute = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetch % stages], in + fetch * threads, sizeof(int) * threads, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[compute % stages][threads - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

template <bool ByCount> __global__ void parted(const int *in, int *out)
{
    __shared__ int tile[stages][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    const bool produces = threadIdx.x < 32;
    const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = [&] {
        if constexpr (ByCount)
            return cuda::make_pipeline(block, &state, size_t(32));
        else
            return cuda::make_pipeline(block, &state, role);
    }();
    int sum = 0;
    for (int batch = 0; batch < 3 * batches; ++batch)
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[batch % stages][threadIdx.x], &in[batch * 32 + threadIdx.x], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            for (int i = 0; i < 32; ++i)
                sum += tile[batch % stages][i] * (i % 3 == (int)threadIdx.x / 32 - 1);
            pipe.consumer_release();
        }
    out[threadIdx.x] = sum;
}

static void show(const char *what, void (*kernel)(const int *, int *), const int *in, int *out)
{
    for (int i = 0; i < threads; ++i)
        out[i] = -1;
    kernel<<<1, threads>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    long sum = 0;
    for (int i = 0; i < threads; ++i)
        sum += (long)out[i] * (i + 1);
    printf("%s: %s, %d %d %d, %ld\n", what, cudaGetErrorString(error), out[0], out[1], out[threads - 1], sum);
}

int main()
{
    int *in, *out;
    if (cudaMallocManaged(&in, batches * threads * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&out, threads * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < batches * threads; ++i)
        in[i] = i * i % 1009;
    show("by threads", by_threads, in, out);
    show("by prior", by_prior, in, out);
    show("unified", unified, in, out);
    show("parted by count", parted<true>, in, out);
    show("parted by role", parted<false>, in, out);
    cudaFree(in);
    cudaFree(out);
}
