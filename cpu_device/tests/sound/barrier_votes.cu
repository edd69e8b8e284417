// SPDX-License-Identifier: MIT
// barrier_votes.cu: the barriers that vote are barriers too: memory is ordered by __syncthreads_count, _or and _and; a
// search that ends when nobody found anything more; different barriers one after another, in branches that all take.
#include <stdio.h>

const int threads = 128;

// Odd-even transposition sort, until a whole round changes nothing.
__global__ void sort(int *values, int *rounds)
{
    __shared__ int line[threads];
    int t = threadIdx.x, round = 0, changed;
    line[t] = values[t];
    __syncthreads();
    do {
        changed = 0;
        for (int odd = 0; odd < 2; odd++) {
            if (t % 2 == odd && t + 1 < threads && line[t] > line[t + 1]) {
                int other = line[t];
                line[t] = line[t + 1];
                line[t + 1] = other;
                changed = 1;
            }
            if (odd == 0)
                __syncthreads();
        }
        round++;
    } while (__syncthreads_or(changed));
    values[t] = line[t];
    if (t == 0)
        *rounds = round;
}

__global__ void count(int limit, int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x, number;
    line[t] = t;
    number = __syncthreads_count(t < limit);
    int other = line[threads - 1 - t];
    bool all = __syncthreads_and(other < limit);
    line[t] = other + number;
    if (limit > 50) { // the same for all
        __syncthreads();
        other = line[(t + 1) % threads];
        __syncthreads();
    } else {
        number += __syncthreads_count(line[t] % 2);
    }
    out[t] = number * 1000 + other + all;
}

int main()
{
    int *dev, host[threads + 1];
    for (int i = 0; i < threads; i++)
        host[i] = i * 59 % 128;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
    sort<<<1, threads>>>(dev, dev + threads);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++)
        if (host[i] != i)
            return 1;
    for (int limit : {20, 100, 128}) {
        count<<<1, threads>>>(limit, dev);
        if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int t = 0; t < threads; t++) {
            int right = limit > 50 ? limit * 1000 + threads - 1 - (t + 1) % threads + limit + (limit == threads)
                                   : (limit + 64) * 1000 + threads - 1 - t;
            if (host[t] != right)
                return 1;
        }
    }
    return cudaFree(dev) != cudaSuccess;
}
