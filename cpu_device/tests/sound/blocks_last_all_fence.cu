// SPDX-License-Identifier: MIT
// blocks_last_all_fence.cu: every thread fences its own store, and thread 0 counts the block after a barrier; in the
// last block every thread fences again before it reads.
#include <stdio.h>

const int threads = 64, blocks = 11;

__device__ int parts[blocks][threads], finished;

__global__ void sum_columns(int *out)
{
    __shared__ bool last;
    int t = threadIdx.x;
    parts[blockIdx.x][t] = blockIdx.x * blockIdx.x + t;
    __threadfence();
    __syncthreads();
    if (t == 0)
        last = atomicAdd(&finished, 1) == blocks - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < blocks; i++)
            sum += parts[i][threads - 1 - t];
        out[t] = sum;
        if (t == 0)
            finished = 0;
    }
}

int main()
{
    int *dev_out, out[threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 3; launch++) {
        sum_columns<<<blocks, threads>>>(dev_out);
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int t = 0; t < threads; t++)
            if (out[t] != (blocks - 1) * blocks * (2 * blocks - 1) / 6 + blocks * (threads - 1 - t))
                return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
