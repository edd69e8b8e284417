// SPDX-License-Identifier: MIT
// language_corners.cu: what single programs write: pairs of halves from empty braces, __const__, a tile as a
// thread_group, and a sleep that PTX cuts off at a millisecond.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

namespace cg = cooperative_groups;

__device__ __const__ int table[3] = {1, 2, 3};

__device__ int sum(cg::thread_group group, int value)
{
    for (int i = group.size() / 2; i > 0; i /= 2)
        value += __shfl_down_sync(0xffffffff, value, i, group.size());
    group.sync();
    return value;
}

__device__ int rank_in(const cg::thread_group &group)
{
    return (int)group.thread_rank();
}

__global__ void groups(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    cg::thread_group group = tile;
    int total = sum(tile, (int)threadIdx.x);
    if (tile.thread_rank() == 0)
        out[threadIdx.x / 16] = total + 1000 * (int)group.size();
    if (threadIdx.x == 21)
        out[2] = rank_in(tile) + table[1] + 41;
}

__global__ void halves(float *out)
{
    half2 r = {}, all[4] = {};
    __nv_bfloat162 b = {};
    half one = __float2half(1.0f);
    r = {one, one};
    out[0] = __low2float(r) + __high2float(all[3]);
    r = {};
    out[1] = __low2float(r) + __bfloat162float(b.x);
}

__global__ void sleep(long long *milliseconds)
{
    unsigned long long begin, end;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    __nanosleep(2000000000u);
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end));
    *milliseconds = (end - begin) / 1000000;
}

int main()
{
    int *dev_out, out[3];
    float *dev_real, real[2];
    long long *dev_time, time;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMalloc(&dev_real, sizeof real) != cudaSuccess ||
        cudaMalloc(&dev_time, sizeof time) != cudaSuccess)
        return 1;
    groups<<<1, 32>>>(dev_out);
    halves<<<1, 1>>>(dev_real);
    sleep<<<1, 1>>>(dev_time);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(real, dev_real, sizeof real, cudaMemcpyDeviceToHost);
    cudaMemcpy(&time, dev_time, sizeof time, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n%g %g\n", out[0], out[1], out[2], real[0], real[1]);
    printf("slept for less than a second: %d\n", time < 1000);
    cudaFree(dev_out);
    cudaFree(dev_real);
    cudaFree(dev_time);
    return 0;
}
