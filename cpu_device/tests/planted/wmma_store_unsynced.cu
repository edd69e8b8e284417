// SPDX-License-Identifier: MIT
// wmma_store_unsynced.cu: lanes read the tile that their warp stored from a fragment, with no __syncwarp() in between.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// CPU says kernel diagonal, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <mma.h>
#include <stdio.h>

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
    float *dev_out, out[16];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    diagonal<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[0]);
    return error != cudaSuccess;
}
