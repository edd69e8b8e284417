// SPDX-License-Identifier: MIT
// tile_then_flag.cu: a tile of 64 threads fills a row and meets; one of them sets a flag, and another block, which
// waits for it, reads what all of them have written.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
#include <cuda/atomic>

const int threads = 128;
__device__ int row[64];
__device__ cuda::atomic<int, cuda::thread_scope_device> filled;

__global__ void hand_over(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    const int rank = (int)tile.thread_rank();
    if (tile.meta_group_rank() != 0)
        return;
    if (blockIdx.x == 0) {
        row[rank] = in[rank];
        tile.sync();
        if (rank == 50)
            filled.store(1, cuda::memory_order_release);
    } else {
        if (rank == 3)
            while (filled.load(cuda::memory_order_acquire) == 0)
                ;
        tile.sync();
        out[rank] = row[63 - rank];
    }
}

int main()
{
    static int host[64], result[64];
    int *in, *out, wrong = 0;
    for (int i = 0; i < 64; i++)
        host[i] = i * i % 101;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    hand_over<<<2, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < 64; i++) {
        const int right = host[63 - i];
        wrong += result[i] != right;
    }
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
