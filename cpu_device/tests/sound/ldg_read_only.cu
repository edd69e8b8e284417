// SPDX-License-Identifier: MIT
// ldg_read_only.cu: __ldg() of what the launch does not write: words beside those that it writes, in one array and in
// one float4; what an earlier launch, a copy or cudaMemset() has written; and a tile of shared memory filled by it.
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 128, blocks = 24, n = threads * blocks;

// Even words are read, odd ones written: by the same thread, by others of its block, by other blocks.
__global__ void beside(int *words)
{
    int i = blockIdx.x * threads + threadIdx.x;
    words[2 * i + 1] = __ldg(&words[2 * i]) + __ldg(&words[2 * ((i + 1) % n)]);
    __syncthreads();
    int far = (i + threads) % n;
    words[2 * i + 1] += __ldg(&words[2 * far]);
}

// The first half is read while the second half is written.
__global__ void halves(short *values)
{
    int i = blockIdx.x * threads + threadIdx.x;
    values[n + i] = __ldg(&values[n - 1 - i]) + 1;
    __threadfence();
    values[n + i] += __ldg(&values[i]);
}

__global__ void fill(float4 *values)
{
    int i = blockIdx.x * threads + threadIdx.x;
    values[i] = make_float4(i, 1, 2, 3);
}

__global__ void reverse(const float4 *values, float *out)
{
    __shared__ float4 tile[threads];
    int i = blockIdx.x * threads + threadIdx.x;
    tile[threadIdx.x] = __ldg(&values[i]);
    __syncthreads();
    float4 other = tile[threads - 1 - threadIdx.x];
    cub::CacheModifiedInputIterator<cub::LOAD_LDG, float4> from(values);
    out[i] = other.x + from[i].y + from[n - 1 - i].z;
}

int main()
{
    int *words;
    short *values;
    float4 *vectors;
    float *dev_out;
    static int host[2 * n];
    static float out[n];
    if (cudaMalloc(&words, sizeof host) || cudaMalloc(&values, 2 * n * sizeof(short)) ||
        cudaMalloc(&vectors, n * sizeof(float4)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2 * n; i++)
            host[i] = i / 2 % 5;
        if (cudaMemcpy(words, host, sizeof host, cudaMemcpyHostToDevice) ||
            cudaMemset(values, 0, 2 * n * sizeof(short)))
            return 1;
        beside<<<blocks, threads>>>(words);
        halves<<<blocks, threads>>>(values);
        fill<<<blocks, threads>>>(vectors);
        reverse<<<blocks, threads>>>(vectors, dev_out);
        if (cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost) ||
            cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost))
            return 1;
        for (int i = 0; i < n; i++)
            if (host[2 * i + 1] != i % 5 + (i + 1) % n % 5 + (i + threads) % n % 5 ||
                out[i] != i / threads * threads + threads - 1 - i % threads + 3)
                return 1;
    }
    cudaFree(words);
    cudaFree(values);
    cudaFree(vectors);
    return cudaFree(dev_out) != cudaSuccess;
}
