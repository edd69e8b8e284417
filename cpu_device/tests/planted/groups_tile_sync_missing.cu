// SPDX-License-Identifier: MIT
// groups_tile_sync_missing.cu: threads of a tile read what their neighbours have stored, with no tile.sync() between.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// CPU says kernel rotate, block (0,0,0), line
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 64;

__global__ void rotate(int *out)
{
    __shared__ int line[threads];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int first = tile.meta_group_rank() * tile.size();
    line[threadIdx.x] = threadIdx.x; // {store}
#ifdef FIXED
    tile.sync();
#endif
    out[threadIdx.x] = line[first + (tile.thread_rank() + 1) % tile.size()]; // {load}
}

int main()
{
    int *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    rotate<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != i / 8 * 8 + (i + 1) % 8)
            return 1;
#endif
    return error != cudaSuccess;
}
