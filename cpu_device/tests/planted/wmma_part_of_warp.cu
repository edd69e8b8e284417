// SPDX-License-Identifier: MIT
// wmma_part_of_warp.cu: a block of 16 threads, one for each row, works on a matrix; that takes a warp of 32.
// CPU exits 1
// CPU finds part-of-warp
// CPU says kernel fill, block (0,0,0), thread (
// CPU says calls store_matrix_sync() at wmma_part_of_warp.cu:{store}, and its warp has 16 lanes
// initcheck exits 3
// initcheck prints Host API memory access error
#include <mma.h>

#include "../kernel_run.h"

using namespace nvcuda;

__global__ void fill(float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 1.0f);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major); // {store}
}

int main()
{
#ifdef FIXED
    const int threads = 32;
#else
    const int threads = 16;
#endif
    device_array<float> out(256);
    fill<<<1, threads>>>(out);
    return finish(out);
}
