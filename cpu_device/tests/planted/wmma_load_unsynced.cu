// SPDX-License-Identifier: MIT
// wmma_load_unsynced.cu: the threads of a block fill a tile for load_matrix_sync(), with no barrier before.
// CPU exits 3
// CPU finds race-shared: writes {fill}, reads {load}
// CPU says kernel trace, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <mma.h>

#include "../kernel_run.h"

using namespace nvcuda;

__global__ void trace(float *out)
{
    __shared__ __align__(32) half tile[16 * 16];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        tile[i] = __int2half_rn(i % 17 == 0); // {fill}
#ifdef FIXED
    __syncthreads();
#endif
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(a, tile, 16); // {load}
    wmma::fill_fragment(b, __int2half_rn(3));
    wmma::fill_fragment(sum, 1.0f);
    wmma::mma_sync(sum, a, b, sum);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_col_major);
}

int main()
{
    device_array<float> out(256);
    trace<<<1, 32>>>(out);
    return finish(out);
}
