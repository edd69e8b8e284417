// SPDX-License-Identifier: MIT
// wmma_tiles.cu: a product of 64x64 matrices of half, in tiles that come through shared memory, four warps a block;
// then the accumulators are scaled, element by element, with those of another fragment.
#include <mma.h>
#include <stdio.h>

using namespace nvcuda;

const int n = 64, tile = 16, stride = 32 + 8; // 8 more, so that rows begin in different banks

__global__ void multiply(const half *a, const half *b, const float *c, float *d, float alpha, float beta)
{
    __shared__ half as[32][stride], bs[tile][stride];
    const int warp = threadIdx.x / 32, row0 = blockIdx.y * 32, column0 = blockIdx.x * 32;
    const int warp_row = warp / 2 * tile, warp_column = warp % 2 * tile;
    wmma::fragment<wmma::accumulator, tile, tile, tile, float> sum, old;
    wmma::fill_fragment(sum, 0.0f);
    for (int step = 0; step < n; step += tile) {
        for (int i = threadIdx.x; i < 32 * tile; i += blockDim.x) {
            as[i / tile][i % tile] = a[(row0 + i / tile) * n + step + i % tile];
            bs[i / 32][i % 32] = b[(step + i / 32) * n + column0 + i % 32];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, tile, tile, tile, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, tile, tile, tile, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, &as[warp_row][0], stride);
        wmma::load_matrix_sync(fb, &bs[0][warp_column], stride);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    const int at = (row0 + warp_row) * n + column0 + warp_column;
    wmma::load_matrix_sync(old, c + at, n, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++)
        old.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(d + at, old, n, wmma::mem_row_major);
}

int main()
{
    static half a[n * n], b[n * n];
    static float c[n * n], d[n * n];
    half *dev_a, *dev_b;
    float *dev_c, *dev_d;
    for (int i = 0; i < n * n; i++) {
        a[i] = __float2half((float)(i % 7 - 3));
        b[i] = __float2half((float)(i * 3 % 11 - 5) / 2);
        c[i] = i % 100;
    }
    cudaMalloc(&dev_a, sizeof a);
    cudaMalloc(&dev_b, sizeof b);
    cudaMalloc(&dev_c, sizeof c);
    cudaMalloc(&dev_d, sizeof d);
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_c, c, sizeof c, cudaMemcpyHostToDevice);
    multiply<<<dim3(2, 2), 128>>>(dev_a, dev_b, dev_c, dev_d, 2, 0.5f);
    cudaMemcpy(d, dev_d, sizeof d, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += __half2float(a[i / n * n + k]) * __half2float(b[k * n + i % n]);
        wrong += !(d[i] == 2 * sum + 0.5f * c[i]);
    }
    printf("%d wrong, %g %g %g, %s\n", wrong, d[0], d[1000], d[n * n - 1], cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    cudaFree(dev_d);
    return 0;
}
