// SPDX-License-Identifier: MIT
// blocks_launches.cu: what one launch writes the next one reads, writes over or writes again, in other blocks each
// time: a launch waits for the ones before it in its stream. The blocks differ in number and size from launch to
// launch.
#include <stdio.h>

const int n = 1200;

__global__ void shift(const int *in, int *out, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(i + by) % n] = in[i] + 1;
}

__global__ void add(int *to, const int *from)
{
    int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= 0)
        to[i] += from[i];
}

int main()
{
    int host[n], right[2][n], *a, *b;
    for (int i = 0; i < n; i++)
        host[i] = right[0][i] = i;
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&b, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    for (int round = 1; round <= 4; round++) {
        int threads = 32 * round, blocks = (n + threads - 1) / threads;
        shift<<<blocks, threads>>>(a, b, 100 * round);
        shift<<<(n + 63) / 64, 64>>>(a, b, 77); // writes all of b again
        add<<<blocks, threads>>>(a, b);         // writes over what the two have read
        add<<<(n + 255) / 256, 256>>>(b, a);
        shift<<<n, 1>>>(b, a, 1);
        for (int i = 0; i < n; i++)
            right[1][(i + 77) % n] = right[0][i] + 1;
        for (int i = 0; i < n; i++)
            right[0][i] += right[1][i];
        for (int i = 0; i < n; i++)
            right[1][i] += right[0][i];
        for (int i = 0; i < n; i++)
            right[0][(i + 1) % n] = right[1][i] + 1;
    }
    if (cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (host[i] != right[0][i])
            return 1;
    cudaFree(a);
    return cudaFree(b) != cudaSuccess;
}
