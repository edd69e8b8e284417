// SPDX-License-Identifier: MIT
// tile_rows_reduced.cu: tiles of 64 threads take rows by turns: a sum by reduce(), a place by scan, and the row through
// shared memory, between two barriers of the tile.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;
const int threads = 256, rows = 37, size = 64;

__global__ void rows_by_tiles(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    auto tile = cg::tiled_partition<size>(cg::this_thread_block(memory));
    const int rank = (int)tile.thread_rank(), tiles = (int)(tile.meta_group_size() * gridDim.x);
    for (int row = (int)(tile.meta_group_rank() * gridDim.x + blockIdx.x); row < rows; row += tiles) {
        const int value = in[row * size + rank];
        const int sum = cg::reduce(tile, value, cg::plus<int>());
        const int place = cg::exclusive_scan(tile, value % 2);
        const int odd = tile.shfl(place + value % 2, size - 1);
        word[(int)tile.meta_group_rank() * size + (value % 2 ? place : odd + rank - place)] = value;
        tile.sync(); // the row is in order, the odd ones first
        out[row * size + rank] = word[(int)tile.meta_group_rank() * size + size - 1 - rank] + sum;
        tile.sync(); // and nobody reads it any more
    }
}

int main()
{
    static int host[rows * size];
    for (int i = 0; i < rows * size; i++)
        host[i] = i * i % 101;
    device_array<int> in(rows * size, host), out(rows * size, zeros);
    rows_by_tiles<<<3, threads>>>(in, out);
    return check(out, [&](int i) {
        int sum = 0, kept = 0, right = 0, place = size - 1 - i % size;
        for (int k = i / size * size; k < i / size * size + size; k++)
            sum += host[k];
        for (int odd = 1; odd >= 0; odd--)
            for (int k = i / size * size; k < i / size * size + size; k++)
                if (host[k] % 2 == odd && kept++ == place)
                    right = host[k] + sum;
        return right;
    });
}
