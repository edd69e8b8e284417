// SPDX-License-Identifier: MIT
// not_read.cu: loads stand after conditions that do not hold, in loops and in branches, and what they would read is
// being written by others, or was never written: so nobody reads it.
//
// The compiler for the GPU loads some of it early, and does not use it then; racecheck sees the load:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int n = 64;

struct pair {
    int left, right;
};

__device__ int pick(const pair &p, bool left)
{
    return left ? p.left : p.right;
}

__global__ void in_loops(const int *in, int count, int *out)
{
    __shared__ int limit, unset;
    __shared__ pair both;
    __shared__ double factors[n];
    int t = threadIdx.x, total = 0;
    if (t == 1)
        limit = 20;
    if (t == 2)
        both.right = 4;
    if (t == 3)
        both.left = 5;
    factors[t] = 0.5;
    for (int i = 0; i < count; i++) {
        if (in[i] < 0) // none is
            total += limit;
        if (in[i] == -5)
            total ^= unset * 3;
        if (in[i] == -7)
            total += in[i + 1] < 0 ? both.left : both.right;
        if (in[i] == -9)
            total -= (int)factors[(t + 1) & (n - 1)];
        total += in[i];
    }
    if (in[0] > 100)
        total += in[1] > 200 ? both.left : limit;
    __syncthreads();
    out[t] = total + limit + both.left - both.right;
}

// Only one member of each pair is ever written.
__global__ void halves(pair *pairs, const int *which)
{
    int t = threadIdx.x;
    if (which[t])
        pairs[t].left = t;
    else
        pairs[t].right = 2 * t;
}

__global__ void add(const pair *pairs, const int *which, int count, int *out)
{
    __shared__ pair cache[n];
    int t = threadIdx.x, sum = 0;
    if (which[t])
        cache[t].left = 1;
    else
        cache[t].right = 2;
    for (int i = 0; i < count; i++)
        sum += which[i] ? pairs[i].left : pairs[i].right;
    const pair *own = pairs + t;
    int value;
    if (which[t])
        value = own->left;
    else
        value = own->right;
    out[t] = sum + value;
    out[t] += pick(cache[t], which[t] != 0);
}

int main()
{
    int *in, *dev_out, host[n], out[n], sum = 0;
    pair *pairs;
    for (int i = 0; i < n; i++)
        host[i] = i % 3;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMalloc(&pairs, n * sizeof *pairs) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    in_loops<<<1, n>>>(in, n, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < n; t++)
        if (out[t] != 63 + 20 + 5 - 4)
            return 1;
    halves<<<1, n>>>(pairs, in);
    add<<<1, n>>>(pairs, in, n, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        sum += host[i] ? i : 2 * i;
    for (int t = 0; t < n; t++)
        if (out[t] != sum + (host[t] ? t + 1 : 2 * t + 2))
            return 1;
    cudaFree(in);
    cudaFree(pairs);
    return cudaFree(dev_out) != cudaSuccess;
}
