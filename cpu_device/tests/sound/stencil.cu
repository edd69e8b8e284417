// SPDX-License-Identifier: MIT
// stencil.cu: a sum over seven neighbours, out of shared memory with a halo; several steps in shared memory between
// barriers; and the same over a plane with 2-D blocks.
#include <stdio.h>

const int n = 1000, radius = 3, threads = 128, side = 40, tile = 8;

__global__ void line(const int *in, int *out)
{
    __shared__ int cache[threads + 2 * radius];
    int i = blockIdx.x * threads + threadIdx.x, at = threadIdx.x + radius;
    cache[at] = i < n ? in[i] : 0;
    if (threadIdx.x < radius) {
        cache[at - radius] = i >= radius && i - radius < n ? in[i - radius] : 0;
        cache[at + threads] = i + threads < n ? in[i + threads] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int offset = -radius; offset <= radius; offset++)
        sum += cache[at + offset];
    if (i < n)
        out[i] = sum;
}

__global__ void plane(const int *in, int *out)
{
    __shared__ int cache[tile + 2][tile + 2];
    for (int i = threadIdx.y * tile + threadIdx.x; i < (tile + 2) * (tile + 2); i += tile * tile) {
        int x = (int)blockIdx.x * tile + i % (tile + 2) - 1, y = (int)blockIdx.y * tile + i / (tile + 2) - 1;
        cache[i / (tile + 2)][i % (tile + 2)] = x >= 0 && x < side && y >= 0 && y < side ? in[y * side + x] : 0;
    }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    int sum = cache[y][x] + cache[y - 1][x] + cache[y + 1][x] + cache[y][x - 1] + cache[y][x + 1];
    __syncthreads();
    cache[y][x] = sum; // and once more, inside of the tile
    __syncthreads();
    out[(blockIdx.y * tile + threadIdx.y) * side + blockIdx.x * tile + threadIdx.x] =
        threadIdx.x + 1 < tile ? cache[y][x] + 2 * cache[y][x + 1] : cache[y][x];
}

int main()
{
    static int host[side * side], result[side * side];
    int *in, *out;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    for (int i = 0; i < side * side; i++)
        host[i] = i * i % 17;
    auto at = [](int x, int y) { return x >= 0 && x < side && y >= 0 && y < side ? host[y * side + x] : 0; };
    auto five = [&](int x, int y) { return at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1); };
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    line<<<(n + threads - 1) / threads, threads>>>(in, out);
    if (cudaMemcpy(result, out, n * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int j = i - radius; j <= i + radius; j++)
            sum += j >= 0 && j < n ? host[j] : 0;
        if (result[i] != sum)
            return 1;
    }
    plane<<<dim3(side / tile, side / tile), dim3(tile, tile)>>>(in, out);
    if (cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if (result[y * side + x] != five(x, y) + (x % tile + 1 < tile ? 2 * five(x + 1, y) : 0))
                return 1;
    cudaFree(in);
    return cudaFree(out) != cudaSuccess;
}
