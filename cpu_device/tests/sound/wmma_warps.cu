// SPDX-License-Identifier: MIT
// wmma_warps.cu: each warp has a scratch pad of its own for tiles, with nothing but __syncwarp() between what its lanes
// store and what fragments load, and back; the warps have different numbers of tiles, some none at all.
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;

const int warps = 4, tiles = 6, size = 16 * 16;

__global__ void powers(const half *in, float *out)
{
    __shared__ __align__(32) half pads[warps][size];
    __shared__ __align__(32) float results[warps][size];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    half *pad = pads[warp];
    for (int tile = warp; tile < tiles; tile += warps - 1) {
        if (warp == warps - 1)
            break;
        for (int i = lane; i < size; i += 32)
            pad[i] = in[tile * size + i];
        __syncwarp();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
        wmma::load_matrix_sync(a, pad, 16);
        for (int power = 2; power <= 3; power++) {
            wmma::load_matrix_sync(b, pad, 16);
            wmma::fill_fragment(sum, 0.0f);
            wmma::mma_sync(sum, a, b, sum);
            wmma::store_matrix_sync(results[warp], sum, 16, wmma::mem_row_major);
            __syncwarp();
            for (int i = lane; i < size; i += 32)
                pad[i] = __float2half(results[warp][i]);
            __syncwarp();
        }
        for (int i = lane; i < size; i += 32)
            out[tile * size + i] = results[warp][i];
        __syncwarp();
    }
}

int main()
{
    static half in[tiles * size];
    static float out[tiles * size];
    half *dev_in;
    float *dev_out;
    for (int i = 0; i < tiles * size; i++) // rows change places, by tile + 1 places, and twice that
        in[i] = __int2half_rn((i % size / 16 + i / size + 1) % 16 == i % 16 ? 2 : 0);
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    powers<<<1, 32 * warps>>>(dev_in, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < tiles * size; i++)
        if (out[i] != ((i % size / 16 + 3 * (i / size + 1)) % 16 == i % 16 ? 8 : 0))
            return 1;
    cudaFree(dev_in);
    cudaFree(dev_out);
    return 0;
}
