// SPDX-License-Identifier: MIT
// wmma_load_past_end.cu: the last tile of a matrix whose size is not a multiple of the tile's ends past the allocation.
// CPU exits 1
// CPU finds illegal-address: at {load}
// CPU says kernel copy, block (1,0,0), thread (
// CPU says past the end of 1536 bytes from cudaMalloc at wmma_load_past_end.cu:{malloc}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 8 bytes
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;

__global__ void copy(const float *in, float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
    wmma::load_matrix_sync(tile, in + blockIdx.x * 16 * 16, 16, wmma::mem_row_major); // {load}
    wmma::store_matrix_sync(out + blockIdx.x * 16 * 16, tile, 16, wmma::mem_row_major);
}

int main()
{
#ifdef FIXED
    const int rows = 32;
#else
    const int rows = 24; // of 16 elements
#endif
    float *dev_in, *dev_out;
    if (cudaMalloc(&dev_in, rows * 16 * sizeof(float)) != cudaSuccess || // {malloc}
        cudaMalloc(&dev_out, 32 * 16 * sizeof(float)) != cudaSuccess)
        return 1;
    cudaMemset(dev_in, 0, rows * 16 * sizeof(float));
    copy<<<2, 32>>>(dev_in, dev_out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(dev_in);
    cudaFree(dev_out);
    return error != cudaSuccess;
}
