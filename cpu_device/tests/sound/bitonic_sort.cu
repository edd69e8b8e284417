// SPDX-License-Identifier: MIT
// bitonic_sort.cu: keys and values are sorted in shared memory by a bitonic network; within a warp's part of it, a
// __syncwarp() does instead of the barrier.
#include <stdio.h>

const int n = 1024, threads = n / 2;

__device__ void order(int *keys, short *values, int a, bool up, int step)
{
    int b = a + step;
    if ((keys[a] > keys[b]) == up) {
        int key = keys[a];
        short value = values[a];
        keys[a] = keys[b], values[a] = values[b];
        keys[b] = key, values[b] = value;
    }
}

__global__ void sort(int *keys, short *values)
{
    __shared__ int k[n];
    __shared__ short v[n];
    int t = threadIdx.x;
    for (int i = t; i < n; i += threads) {
        k[i] = keys[i];
        v[i] = values[i];
    }
    __syncthreads();
    for (int size = 2; size <= n; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            int a = 2 * t - (t & (step - 1));
            order(k, v, a, (a & size) == 0, step);
            if (step > 32 || (step == 1 && size >= 64)) // the next pairs of a warp are not its own 64
                __syncthreads();
            else
                __syncwarp();
        }
    }
    __syncthreads();
    for (int i = t; i < n; i += threads) {
        keys[i] = k[i];
        values[i] = v[i];
    }
}

int main()
{
    int *dev_keys, keys[n];
    short *dev_values, values[n];
    if (cudaMalloc(&dev_keys, sizeof keys) != cudaSuccess || cudaMalloc(&dev_values, sizeof values) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        keys[i] = i * 421 % n - 300;
        values[i] = (short)(keys[i] * 3);
    }
    cudaMemcpy(dev_keys, keys, sizeof keys, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice);
    sort<<<1, threads>>>(dev_keys, dev_values);
    if (cudaMemcpy(keys, dev_keys, sizeof keys, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (keys[i] != i - 300 || values[i] != (short)(3 * (i - 300)))
            return 1;
    cudaFree(dev_keys);
    return cudaFree(dev_values) != cudaSuccess;
}
