// SPDX-License-Identifier: MIT
// pipeline_primitives.cu: asynchronous copies by cuda_pipeline.h and by PTX: sizes, zeros at the end, batches, and the
// copies of a cuda::barrier's phase.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <stdio.h>

#pragma nv_diag_suppress static_var_with_dynamic_init // the barrier: one thread begins it

const int threads = 64, words = 4 * threads;

__global__ void primitives(const int *in, int *out)
{
    __shared__ __align__(16) int tile[3][words];
    const int me = threadIdx.x, first = 4 * me;
    __pipeline_memcpy_async(&tile[0][first], &in[first], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1][first], &in[words + first], 8);
    __pipeline_memcpy_async(&tile[1][first + 2], &in[words + first + 2], 8, 4);
    __pipeline_commit();
    for (int i = 0; i < 4; i++)
        __pipeline_memcpy_async(&tile[2][first + i], &in[2 * words + first + i], 4, i);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    out[me] = tile[0][first] + tile[0][first + 3];
    __pipeline_wait_prior(1);
    __syncthreads();
    const int next = 4 * ((me + 1) % threads);
    out[threads + me] = tile[1][next] + 3 * tile[1][next + 2] + 5 * tile[1][next + 3];
    __pipeline_wait_prior(0);
    __syncthreads();
    out[2 * threads + me] =
        tile[2][next] + tile[2][next + 1] % 1000 + tile[2][next + 2] % 1000 + tile[2][next + 3] % 1000;
}

__global__ void instructions(const int *in, int *out)
{
    __shared__ __align__(16) int tile[2][words];
    const int me = threadIdx.x, first = 4 * me;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[0][first]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(&in[first]) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    at = (unsigned)__cvta_generic_to_shared(&tile[1][first]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(&in[words + first]) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(at + 8), "l"(&in[words + first + 2]), "r"(4)
                 : "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory"); // not of what was not committed
    out[me] = tile[0][first + 1];
    asm volatile("cp.async.wait_all;" ::: "memory");
#else
    for (int i = 0; i < 4; i++)
        tile[0][first + i] = in[first + i], tile[1][first + i] = i < 3 ? in[words + first + i] : 0;
    out[me] = tile[0][first + 1];
#endif
    __syncthreads();
    const int next = 4 * ((me + 1) % threads);
    out[threads + me] = tile[1][next + 1] + 3 * tile[1][next + 2] + 5 * tile[1][next + 3];
    out[2 * threads + me] = tile[0][next];
}

__global__ void by_barrier(const int *in, int *out)
{
    __shared__ int tile[words];
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    if (threadIdx.x == 0)
        init(&full, threads);
    __syncthreads();
    auto pipe = cuda::make_pipeline();
    const int me = threadIdx.x;
    for (int i = 0; i < 4; i++)
        cuda::memcpy_async(&tile[4 * me + i], &in[4 * me + i], cuda::aligned_size_t<4>(4), pipe);
    cuda::pipeline_producer_commit(pipe, full);
    full.arrive_and_wait();
    for (int i = 0; i < 3; i++)
        out[i * threads + me] = tile[(4 * me + i * 5 + 7) % words];
}

// Half of the block by a pipeline of its own, of a tile's threads.
__global__ void of_warp(const int *in, int *out)
{
    __shared__ int tile[2][2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state[2];
    auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    const int which = (int)warp.meta_group_rank(), lane = (int)warp.thread_rank();
    auto pipe = cuda::make_pipeline(warp, &state[which]);
    int sum = 0;
    for (int fetch = 0, round = 0; round < 5 + which; round++) {
        for (; fetch < 5 + which && fetch < round + 2; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, tile[which][fetch % 2], &in[32 * fetch], 32 * sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[which][round % 2][31 - lane];
        pipe.consumer_release();
    }
    for (int i = 0; i < 3; i++)
        out[i * threads + threadIdx.x] = sum + i;
}

static void show(const char *what, void (*kernel)(const int *, int *), const int *in, int *out)
{
    for (int i = 0; i < 3 * threads; i++)
        out[i] = -1;
    kernel<<<1, threads>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s", what, cudaGetErrorString(error));
    for (int part = 0; part < 3; part++) {
        long long sum = 0;
        for (int i = 0; i < threads; i++)
            sum += (i + 1LL) * out[part * threads + i];
        printf(", %d %d %lld", out[part * threads], out[part * threads + threads - 1], sum);
    }
    printf("\n");
}

int main()
{
    int *in, *out;
    if (cudaMallocManaged(&in, 3 * words * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&out, 3 * threads * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 3 * words; i++)
        in[i] = i * i % 1009 + 1000 * (i % 7);
    show("primitives", primitives, in, out);
    show("instructions", instructions, in, out);
    show("by barrier", by_barrier, in, out);
    show("of warps", of_warp, in, out);
    cudaFree(in);
    cudaFree(out);
}
