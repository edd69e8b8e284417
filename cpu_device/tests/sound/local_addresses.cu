// SPDX-License-Identifier: MIT
// local_addresses.cu: threads use addresses of their own local variables: handed to functions, kept in shared memory,
// added to by atomics, in deep calls; and tiles of two warps work with an operation that lies in local memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 128, depth = 6;

struct longest {
    const int *lengths;
    __device__ int operator()(int a, int b) const
    {
        return lengths[a % 4] >= lengths[b % 4] ? a : b;
    }
};

__device__ __noinline__ int sum_up(const int *values, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

__device__ __noinline__ int deep(int *counts, int left)
{
    int mine[8];
    for (int i = 0; i < 8; i++)
        mine[i] = left + i;
    atomicAdd(&counts[left], sum_up(mine, 8));
    if (left > 0)
        deep(counts, left - 1);
    return sum_up(mine, 8);
}

__global__ void work(int *out)
{
    __shared__ int *places[threads];
    int counts[depth + 1] = {}, lengths[4] = {1, 7, 3, 5};
    places[threadIdx.x] = counts;
    __syncthreads();
    int result = deep(places[threadIdx.x], depth);
    __syncthreads();
    result += sum_up(places[threadIdx.x], depth + 1);
    __shared__ cg::block_tile_memory<threads> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    result += cg::reduce(tile, (int)threadIdx.x % 4, longest{lengths});
    out[threadIdx.x] = result;
}

int main()
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    work<<<1, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    int right = 8 * depth + 28 + 1;
    for (int left = 0; left <= depth; left++)
        right += 8 * left + 28;
    for (int i = 0; i < threads; i++)
        wrong += out[i] != right;
    printf("%d wrong\n", wrong);
    return cudaFree(dev) != cudaSuccess || wrong != 0;
}
