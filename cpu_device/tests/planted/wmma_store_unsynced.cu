// SPDX-License-Identifier: MIT
// wmma_store_unsynced.cu: lanes read the tile that their warp stored from a fragment, with no __syncwarp() in between.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// CPU says kernel diagonal, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <mma.h>

#include "../kernel_run.h"

using namespace nvcuda;

__global__ void diagonal(float *out)
{
    __shared__ __align__(32) float tile[16 * 16];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 2.0f);
    wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major); // {store}
#ifdef FIXED
    __syncwarp();
#endif
    if (threadIdx.x < 16)
        out[threadIdx.x] = tile[threadIdx.x * 17]; // {load}
}

int main()
{
    device_array<float> out(16);
    diagonal<<<1, 32>>>(out);
    return finish(out);
}
