// SPDX-License-Identifier: MIT
// wmma_odd_stride.cu: the rows of a tile are one element longer, to avoid bank conflicts, which wmma does not allow.
// CPU exits 1
// CPU finds wrong-matrix: at {load}
// CPU says kernel transpose, block (0,0,0), thread (
// CPU says The distance of its rows or columns, ldm, must be a multiple of 16 bytes.
// all exits 0
#include <mma.h>

#include "../kernel_run.h"

using namespace nvcuda;

#ifdef FIXED
const int stride = 16 + 8;
#else
const int stride = 16 + 1;
#endif

__global__ void transpose(half *out)
{
    __shared__ __align__(32) half tile[16][stride];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        tile[i / 16][i % 16] = __int2half_rn(i);
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> numbers;
    wmma::load_matrix_sync(numbers, &tile[0][0], stride, wmma::mem_row_major); // {load}
    wmma::store_matrix_sync(out, numbers, 16, wmma::mem_col_major);
}

int main()
{
    device_array<half> out(256);
    transpose<<<1, 32>>>(out);
    return finish(out);
}
