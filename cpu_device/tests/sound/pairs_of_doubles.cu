// SPDX-License-Identifier: MIT
// pairs_of_doubles.cu: structs of 16 bytes whose members need an alignment of 8 lie at addresses that are no multiples
// of 16.
#include <stdio.h>
// Needs g++'s plugins.

const int n = 64;

struct pair {
    double first, second;
};

__device__ __noinline__ void put(pair *where, pair what)
{
    *where = what;
}

__global__ void turn(double *line, pair *out)
{
    __shared__ double room[2 * n + 1];
    pair *pairs = reinterpret_cast<pair *>(room + 1);
    int t = threadIdx.x;
    put(&pairs[t], {1.0 * t, 2.0 * t});
    __syncthreads();
    out[t] = pairs[n - 1 - t];
    if (t == 0)
        put(reinterpret_cast<pair *>(line + 1), pairs[n - 1]);
}

int main()
{
    double *dev_line, line[2];
    pair *dev_out, out[n];
    if (cudaMalloc(&dev_line, 3 * sizeof(double)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    turn<<<1, n>>>(dev_line, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(line, dev_line + 1, sizeof line, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < n; t++)
        if (out[t].first != n - 1 - t || out[t].second != 2 * (n - 1 - t))
            return 1;
    cudaFree(dev_line);
    cudaFree(dev_out);
    return line[0] != n - 1 || line[1] != 2 * (n - 1);
}
