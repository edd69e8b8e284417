// SPDX-License-Identifier: MIT
// tile_large.cu: tiles of 64 to 512 threads: ranks, barriers, votes, shuffles, reductions, scans, and tiles of tiles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>

namespace cg = cooperative_groups;
const int threads = 512, results = 14;

template <unsigned size> __global__ void collectives(int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<size>(block);
    const int me = threadIdx.x, value = me * me % 101;
    int *mine = out + me * results;
    mine[0] = (int)tile.thread_rank();
    mine[1] = (int)tile.num_threads();
    mine[2] = (int)tile.meta_group_rank();
    mine[3] = (int)tile.meta_group_size();
    mine[4] = cg::reduce(tile, value, cg::plus<int>());
    mine[5] = cg::reduce(tile, value, cg::greater<int>());
    mine[6] = cg::inclusive_scan(tile, value);
    mine[7] = cg::exclusive_scan(tile, value, cg::plus<int>());
    mine[8] = tile.any(value == 100) + 2 * tile.any(value == 200) + 4 * tile.all(value >= 0) + 8 * tile.all(value > 0);
    mine[9] = tile.shfl(value, size - 1);
    word[me] = value;
    tile.sync();
    mine[10] = word[me / size * size + (me + 33) % size]; // another warp's
    tile.sync();
    auto half = cg::tiled_partition<size / 2>(tile);
    mine[11] = cg::reduce(half, value, cg::bit_xor<int>()) + 1000 * (int)half.meta_group_rank();
    auto warp = cg::tiled_partition<32>(tile);
    mine[12] = cg::reduce(warp, value, cg::less<int>()) + 1000 * (int)warp.meta_group_rank();
    mine[13] = cg::invoke_one_broadcast(tile, [&] { return me / (int)size; });
}

__global__ void floats(float *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<256>(block);
    out[threadIdx.x] = cg::reduce(tile, 1.0f / (1 + threadIdx.x), cg::plus<float>());
    out[threads + threadIdx.x] = cg::inclusive_scan(tile, 1.0f / (1 + threadIdx.x), cg::plus<float>());
}

// The halves of a block work in different rounds, so each has a barrier of its own.
__global__ void halves(int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<256>(block);
    const int me = threadIdx.x, first = me / 256 * 256;
    word[me] = me;
    for (int round = 0; round < 3 + 4 * (int)tile.meta_group_rank(); ++round) {
        tile.sync();
        const int next = word[first + (me + 1) % 256];
        tile.sync();
        word[me] = next;
    }
    out[me] = word[me];
}

template <unsigned size> static void show(int *out)
{
    collectives<size><<<1, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%u: %s", size, cudaGetErrorString(error));
    for (int i = 0; i < results; ++i) {
        long long sum = 0;
        for (int t = 0; t < threads; ++t)
            sum += (long long)(t + 1) * out[t * results + i];
        printf(" %d:%d:%lld", out[i], out[(threads - 1) * results + i], sum);
    }
    printf("\n");
}

int main()
{
    int *out;
    float *numbers;
    if (cudaMallocManaged(&out, threads * results * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&numbers, 2 * threads * sizeof(float)) != cudaSuccess)
        return 1;
    show<64>(out);
    show<128>(out);
    show<256>(out);
    show<512>(out);
    floats<<<1, threads>>>(numbers);
    cudaError_t error = cudaDeviceSynchronize();
    printf("floats: %s", cudaGetErrorString(error));
    for (int t = 0; t < 2 * threads; t += 73)
        printf(" %.9g", numbers[t]);
    halves<<<1, threads>>>(out);
    error = cudaDeviceSynchronize();
    printf("\nhalves: %s %d %d %d %d\n", cudaGetErrorString(error), out[0], out[255], out[256], out[511]);
    cudaFree(out);
    cudaFree(numbers);
}
