// SPDX-License-Identifier: MIT
// race_memset.cu: every thread clears the whole tile by a memset() of constant size, and some have stored there
// already.
// CPU exits 3
// CPU finds race-shared: writes {clear}
// CPU says The same at race_memset.cu:{clear} and race_memset.cu:{add}
// all exits 0
#include <stdio.h>
#include <string.h>

const int threads = 64, tiles = 4;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[tiles];
#ifdef FIXED
    if (threadIdx.x == 0)
        memset(tile, 0, sizeof tile);
    __syncthreads();
#else
    memset(tile, 0, sizeof tile); // {clear}
#endif
    atomicAdd(&tile[threadIdx.x % tiles], in[threadIdx.x]); // {add}
    __syncthreads();
    if (threadIdx.x < tiles)
        out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    int host[threads], right[tiles] = {}, *in, *out;
    for (int i = 0; i < threads; i++)
        right[i % tiles] += host[i] = i + 1;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof right) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, sizeof right, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[0]);
#ifdef FIXED
    if (memcmp(host, right, sizeof right) != 0)
        return 1;
#endif
    return error != cudaSuccess || right[0] == 0;
}
