// SPDX-License-Identifier: MIT
// volatile_tables.cu: a table that nobody writes is read through volatile pointers, plain ones and __ldg() by all
// threads, at the same time; the same words are written by the next launch through volatile and read by the one after
// it plainly. Words of a thread's own are volatile, too, as some write them to keep the compiler away.
#include <stdio.h>

const int threads = 64, blocks = 5, n = 150;

__device__ int sum_up(const volatile int *table, int from)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += table[(i + from) % n] * (i % 3);
    return sum;
}

__global__ void look(const int *table, int *out)
{
    __shared__ volatile int own[threads];
    int t = threadIdx.x, i = blockIdx.x * threads + t;
    own[t] = 0;
    for (int k = t; k < n; k += threads)
        own[t] = own[t] + (k % 2 == 0 ? table[k] : __ldg(&table[k]));
    __syncthreads();
    out[i] = sum_up(table, i) + own[(t + 7) % threads];
}

__global__ void change(volatile int *table)
{
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += blocks * threads) {
        table[i] = table[i] * 2;
        table[i] = table[i] + 1;
    }
}

int main()
{
    int table[n], *dev, *dev_out, out[blocks * threads];
    for (int i = 0; i < n; i++)
        table[i] = i * i % 77;
    if (cudaMalloc(&dev, sizeof table) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, table, sizeof table, cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; round++) {
        look<<<blocks, threads>>>(dev, dev_out);
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < blocks * threads; i++) {
            int right = 0;
            for (int k = 0; k < n; k++)
                right += table[(k + i) % n] * (k % 3);
            for (int k = (i % threads + 7) % threads; k < n; k += threads)
                right += table[k];
            if (out[i] != right)
                return 1;
        }
        change<<<blocks, threads>>>(dev);
        for (int &value : table)
            value = value * 2 + 1;
    }
    cudaFree(dev);
    return cudaFree(dev_out) != cudaSuccess;
}
