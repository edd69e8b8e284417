// SPDX-License-Identifier: MIT
// blocks_last_all_store.cu: every thread of a block stores a part; after a barrier thread 0 fences for all of them and
// counts the block. The last block's threads read what threads of other ranks have stored. Many counters: one for each
// row of blocks.
#include <stdio.h>

const int width = 5, height = 4, threads = 64;

// out[row][t]: the sum over a row's blocks of what they stored for t.
__global__ void sum_rows(int *parts, unsigned *finished, int *out)
{
    __shared__ bool last;
    int t = threadIdx.x, row = blockIdx.y;
    parts[(row * width + blockIdx.x) * threads + (t + blockIdx.x) % threads] = t * (row + 1);
    __syncthreads();
    if (t == 0) {
        __threadfence();
        last = atomicInc(&finished[row], width - 1) == width - 1;
    }
    __syncthreads();
    if (!last)
        return;
    int sum = 0;
    for (int i = 0; i < width; i++)
        sum += parts[(row * width + i) * threads + t];
    out[row * threads + t] = sum;
}

int main()
{
    int *parts, *dev_out, out[height][threads];
    unsigned *finished;
    if (cudaMalloc(&parts, width * height * threads * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&finished, height * sizeof(unsigned)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(finished, 0, height * sizeof(unsigned));
    for (int launch = 0; launch < 2; launch++)
        sum_rows<<<dim3(width, height), threads>>>(parts, finished, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int row = 0; row < height; row++)
        for (int t = 0; t < threads; t++) {
            int right = 0;
            for (int i = 0; i < width; i++)
                right += (t - i + threads) % threads * (row + 1);
            if (out[row][t] != right)
                return 1;
        }
    cudaFree(parts);
    cudaFree(finished);
    return cudaFree(dev_out) != cudaSuccess;
}
