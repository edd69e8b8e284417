// SPDX-License-Identifier: MIT
// epochs_widen.cu: from one barrier to the next more threads store, and each store goes on where the last one ended.
// After a barrier other threads read it. The loads before that are many, as in a program of some size.
#include <stdio.h>

const int blocks = 2, threads = 64, few = 40, loads = 1024, room = 1024;

__global__ void widen(const int *many, int *out, int *sums, int epochs)
{
    int t = threadIdx.x, sum = 0;
    const int *mine = many + (blockIdx.x * threads + t) * loads;
    for (int i = 0; i < loads; i++)
        sum += mine[i];
    out += blockIdx.x * room;
    for (int epoch = 0; epoch < epochs; epoch++) {
        if (epoch > 0 || t < few)
            out[epoch * few + t] = t;
        __syncthreads();
    }
    sums[blockIdx.x * threads + t] = sum + out[few + (t + 1) % threads];
}

int main()
{
    const size_t count = blocks * threads;
    int *many, *out, *dev_sums, sums[count];
    if (cudaMalloc(&many, count * loads * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&out, blocks * room * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemset(many, 0, count * loads * sizeof(int));
    widen<<<blocks, threads>>>(many, out, dev_sums, 2);
    if (cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (size_t i = 0; i < count; i++)
        if (sums[i] != (int)(i + 1) % threads)
            return 1;
    cudaFree(many);
    cudaFree(out);
    return cudaFree(dev_sums) != cudaSuccess;
}
