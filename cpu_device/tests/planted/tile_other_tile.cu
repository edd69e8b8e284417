// SPDX-License-Identifier: MIT
// tile_other_tile.cu: the threads of a tile of 64 meet, and read what another tile has written.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 256;

__global__ void neighbours(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    const int me = threadIdx.x, first = me / 64 * 64;
    word[me] = in[me]; // {store}
#ifdef FIXED
    cg::this_thread_block().sync();
#else
    tile.sync();
#endif
    out[me] = word[(me + 64 + tile.meta_group_rank() + first) % threads]; // {load}
}

int main()
{
    int host[threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    neighbours<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        if (result[i] != host[(i + 64 + i / 64 + i / 64 * 64) % threads])
            return 1;
    }
#endif
    return error != cudaSuccess;
}
