// SPDX-License-Identifier: MIT
// compaction.cu: elements that pass a test, by atomics of a whole warp
// Feature: warp-aggregated atomics by __activemask and by coalesced groups, __popc, inverse order allowed
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

__device__ int atomicAggIncMask(int *ctr)
{
    unsigned int active = __activemask();
    int leader = __ffs(active) - 1, change = __popc(active);
    unsigned int rank, mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    rank = __popc(active & mask);
    int warp_res;
    if (rank == 0)
        warp_res = atomicAdd(ctr, change);
    warp_res = __shfl_sync(active, warp_res, leader);
    return warp_res + rank;
}
__device__ int atomicAggInc(int *ctr)
{
    auto g = cg::coalesced_threads();
    int warp_res;
    if (g.thread_rank() == 0)
        warp_res = atomicAdd(ctr, g.size());
    return g.shfl(warp_res, 0) + g.thread_rank();
}
template <int METHOD> __global__ void filter(int *dst, int *nres, const int *src, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    if (src[i] > 0)
        dst[METHOD == 0 ? atomicAdd(nres, 1) : METHOD == 1 ? atomicAggIncMask(nres) : atomicAggInc(nres)] = src[i];
}
__global__ void filter_shared(int *dst, int *nres, const int *src, int n)
{
    __shared__ int l_n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        l_n = 0;
    __syncthreads();
    int d, pos;
    if (i < n) {
        d = src[i];
        if (d > 0)
            pos = atomicAdd(&l_n, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        l_n = atomicAdd(nres, l_n);
    __syncthreads();
    if (i < n && d > 0) {
        pos += l_n;
        dst[pos] = d;
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 19;
    std::vector<int> in(n), expected, out;
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1013 - 500;
    std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int x) { return x > 0; });
    std::sort(expected.begin(), expected.end());
    int *src, *dst, *count, h = 0, wrong = 0;
    cudaMalloc(&src, n * sizeof(int)), cudaMalloc(&dst, n * sizeof(int)), cudaMalloc(&count, sizeof(int));
    cudaMemcpy(src, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    void (*kernels[])(int *, int *, const int *, int) = {filter<0>, filter<1>, filter<2>, filter_shared};
    for (auto k : kernels) {
        cudaMemset(count, 0, sizeof(int));
        k<<<(n + 255) / 256, 256>>>(dst, count, src, n);
        cudaMemcpy(&h, count, sizeof(int), cudaMemcpyDeviceToHost);
        out.resize(h);
        cudaMemcpy(out.data(), dst, h * sizeof(int), cudaMemcpyDeviceToHost);
        std::sort(out.begin(), out.end());
        wrong += out != expected;
    }
    printf("%d of %d kept, %d methods wrong\n", h, n, wrong);
    cudaFree(src), cudaFree(dst), cudaFree(count);
    return wrong;
}
