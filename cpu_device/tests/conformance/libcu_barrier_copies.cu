// SPDX-License-Identifier: MIT
// libcu_barrier_copies.cu: copies to shared memory that a cuda::barrier waits for: of each thread, of a block, of one
// thread for all, in two stages, and for a barrier in global memory.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <stdio.h>

#include "../handle_error.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // for nvcc: init() initializes the barriers

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int threads = 64, stages = 4;

// Each thread copies its own element.
__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    __shared__ block_barrier here;
    if (threadIdx.x == 0)
        init(&here, threads);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), here);
    here.arrive_and_wait();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x];
}

// The block copies together, with and without a type, a number of bytes that no piece divides.
__global__ void together(const char *in, int *out)
{
    __shared__ alignas(16) char tile[300], more[64];
    __shared__ block_barrier here;
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0)
        init(&here, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in, 299, here);
    cuda::memcpy_async(block, (void *)more, (const void *)in, cuda::aligned_size_t<16>(64), here);
    auto arrived = here.arrive();
    here.wait(std::move(arrived));
    int sum = 0;
    for (int i = threadIdx.x; i < 299; i += threads)
        sum += tile[i];
    out[threadIdx.x] = 1000 * sum + more[threadIdx.x];
}

// The first thread copies all, and it alone arrives.
__global__ void one_for_all(const int4 *in, int *out)
{
    __shared__ int4 tile[threads];
    __shared__ block_barrier here;
    if (threadIdx.x == 0)
        init(&here, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), here);
        (void)here.arrive();
    }
    here.wait_parity(false);
    out[threadIdx.x] = tile[threadIdx.x].x + tile[threads - 1 - threadIdx.x].w;
}

// While one half is summed up, the other one is on its way.
__global__ void in_stages(const float4 *in, float4 *out)
{
    __shared__ float4 tile[2][threads];
    __shared__ block_barrier full[2];
    if (threadIdx.x < 2)
        init(&full[threadIdx.x], threads);
    __syncthreads();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(16), full[0]);
    float4 sum = make_float4(0, 0, 0, 0);
    for (int stage = 0; stage < stages; ++stage) {
        if (stage + 1 < stages)
            cuda::memcpy_async(&tile[(stage + 1) % 2][threadIdx.x], &in[(stage + 1) * threads + threadIdx.x],
                               cuda::aligned_size_t<16>(16), full[(stage + 1) % 2]);
        full[stage % 2].arrive_and_wait();
        const float4 v = tile[stage % 2][threads - 1 - threadIdx.x];
        sum = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
        __syncthreads(); // all have read, before the next copy to this half
    }
    out[threadIdx.x] = sum;
}

// A barrier of the device, in global memory, and a copy from shared memory back.
__global__ void in_global(cuda::barrier<cuda::thread_scope_device> *all, const int *in, int *out)
{
    __shared__ int tile[threads];
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), *all);
    all->arrive_and_wait();
    tile[threadIdx.x] += 1000;
    cuda::memcpy_async(&out[threadIdx.x], &tile[threadIdx.x], sizeof(int), *all);
    all->arrive_and_wait();
}

__global__ void prepare(cuda::barrier<cuda::thread_scope_device> *all, int expected)
{
    init(all, expected);
}

template <class T> static void show(const char *name, const T *dev)
{
    T host[threads];
    HANDLE_ERROR(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost));
    if constexpr (sizeof(T) == sizeof(int))
        printf("%s: %d %d %d\n", name, host[0], host[1], host[threads - 1]);
    else
        printf("%s: %g %g %g %g, %g\n", name, host[0].x, host[0].y, host[0].z, host[0].w, host[threads - 1].x);
}

int main(void)
{
    static int numbers[4 * threads];
    static float4 vectors[stages * threads];
    for (int i = 0; i < 4 * threads; i++)
        numbers[i] = i;
    for (int i = 0; i < stages * threads; i++)
        vectors[i] = make_float4((float)i, (float)(2 * i), 1, -1);
    int *in, *out;
    float4 *vectors_in, *vectors_out;
    cuda::barrier<cuda::thread_scope_device> *all;
    HANDLE_ERROR(cudaMalloc((void **)&in, sizeof numbers));
    HANDLE_ERROR(cudaMalloc((void **)&out, sizeof numbers));
    HANDLE_ERROR(cudaMalloc((void **)&vectors_in, sizeof vectors));
    HANDLE_ERROR(cudaMalloc((void **)&vectors_out, sizeof vectors));
    HANDLE_ERROR(cudaMalloc((void **)&all, sizeof *all));
    HANDLE_ERROR(cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(vectors_in, vectors, sizeof vectors, cudaMemcpyHostToDevice));

    reverse<<<1, threads>>>(in, out);
    show("reverse", out);
    together<<<1, threads>>>((const char *)in, out);
    show("together", out);
    one_for_all<<<1, threads>>>((const int4 *)in, out);
    show("one for all", out);
    in_stages<<<1, threads>>>(vectors_in, vectors_out);
    show("in stages", vectors_out);
    prepare<<<1, 1>>>(all, threads);
    in_global<<<1, threads>>>(all, in, out);
    show("in global", out);
    for (void *memory : {(void *)in, (void *)out, (void *)vectors_in, (void *)vectors_out, (void *)all})
        HANDLE_ERROR(cudaFree(memory));
    return 0;
}
