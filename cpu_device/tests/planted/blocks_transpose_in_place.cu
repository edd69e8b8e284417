// SPDX-License-Identifier: MIT
// blocks_transpose_in_place.cu: a matrix is transposed in place by tiles: a block stores where another has yet to read.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// CPU says in[16], the same memory as out[16] (
// CPU says write the results to a second array
// all exits 0
#include <stdio.h>

const int tile = 16, n = 4 * tile;

__global__ void transpose(const int *in, int *out)
{
    __shared__ int cache[tile][tile + 1];
    int x = threadIdx.x, y = threadIdx.y;
    cache[y][x] = in[(blockIdx.y * tile + y) * n + blockIdx.x * tile + x]; // {read}
    __syncthreads();
    out[(blockIdx.x * tile + y) * n + blockIdx.y * tile + x] = cache[x][y]; // {write}
}

int main()
{
    static int a[n * n];
    int *dev_in, *dev_out;
    for (int i = 0; i < n * n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_in, sizeof a) != cudaSuccess || cudaMalloc(&dev_out, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_in, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    int *to = dev_in;
#else
    int *to = dev_out;
#endif
    transpose<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(dev_in, to);
    cudaError_t error = cudaMemcpy(a, to, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n * n; i++)
        if (a[i] != i % n * n + i / n)
            return 1;
#endif
    return error != cudaSuccess;
}
