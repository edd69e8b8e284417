// SPDX-License-Identifier: MIT
// guarded_reads.cu: what a thread may not read yet it does not read: conditions guard members, variables and elements
// that another thread is writing at the same time, or that nothing has written.
//
// The compiler for the GPU loads some of it early, and does not use it then; racecheck sees the load:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int threads = 64;

struct pair {
    int left, right;
};

__device__ __noinline__ int pick(const pair *p, bool left)
{
    int value;
    if (left)
        value = p->left;
    else
        value = p->right;
    return value;
}

__global__ void guarded(const int *in, int rounds, int *out)
{
    __shared__ pair both[threads];
    __shared__ int limit, unset, table[threads];
    __shared__ double sum, mean;
    int t = threadIdx.x;
    both[t].left = t;
    if (t == 0)
        limit = 10;
    table[t] = 2 * t;
    __syncthreads();
    int total = 0;
    if (t % 2) { // odd threads write what even ones leave alone, and the other way round
        both[t].right = t;
        total += both[t - 1].left;
    } else {
        total += pick(&both[t + 1], true);
    }
    if (t == 1)
        limit = 20, unset = 5;
    for (int i = 0; i < rounds; i++) {
        total += in[i];
        if (in[i] < 0) // never
            total += limit + unset;
        if (t >= 32 && in[i] == 3)
            total += table[t - 32];
        if (t < 8 && in[i] == 3)
            table[t + 32] = t;
    }
    bool filled = t % 2;
    total += pick(&both[t], !filled);
    if (t == 5)
        sum = 3;
    if (t == 6)
        mean = 0.5;
    __syncthreads();
    out[t] = total + limit + (int)(t % 2 ? sum : 2 * mean);
}

int main()
{
    int host[] = {1, 2, 3, 4, 5}, *in, *dev_out, out[threads];
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    guarded<<<1, threads>>>(in, 5, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++)
        if (out[t] != (t ^ 1) + 15 + (t >= 32 ? 2 * (t - 32) : 0) + t + 20 + (t % 2 ? 3 : 1))
            return 1;
    cudaFree(in);
    return cudaFree(dev_out) != cudaSuccess;
}
