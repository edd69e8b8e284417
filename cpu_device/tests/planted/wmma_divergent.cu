// SPDX-License-Identifier: MIT
// wmma_divergent.cu: only half of a warp reaches mma_sync(), which needs the whole warp.
// CPU exits 1
// CPU finds divergent-warp
// CPU says kernel square, block (0,0,0), of 32 threads
// CPU says 16 threads wait in mma_sync() at wmma_divergent.cu:{multiply}: 0-15
// CPU says 16 threads wait in store_matrix_sync() at wmma_divergent.cu:{store}: 16-31
// all exits 1
#include <mma.h>

#include "../kernel_run.h"

using namespace nvcuda;

__global__ void square(float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(a, __float2half(1));
    wmma::fill_fragment(b, __float2half(1));
    wmma::fill_fragment(sum, 0);
#ifndef FIXED
    if (threadIdx.x < 16)
#endif
        wmma::mma_sync(sum, a, b, sum);                         // {multiply}
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major); // {store}
}

int main()
{
    device_array<float> out(256);
    square<<<1, 32>>>(out);
    return finish(out) || out.on_host[255] != 16;
}
