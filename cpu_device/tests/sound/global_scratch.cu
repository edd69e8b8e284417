// SPDX-License-Identifier: MIT
// global_scratch.cu: each block has a scratch pad in global memory, which it uses again and again between barriers,
// each time in other words and by other threads; then the grid's later blocks come, and the pads of neighbours touch.
#include <stdio.h>

const int threads = 72, blocks = 7, rounds = 10, pad = threads + 3;

__global__ void shuffle_about(int *pads, int *out)
{
    int *mine = pads + blockIdx.x * pad, t = threadIdx.x, value = blockIdx.x * 1000 + t;
    for (int round = 1; round <= rounds; round++) {
        mine[(t * 5 + round) % threads] = value; // 5 and 72 have no common divisor
        if (t < 3)
            mine[threads + t] = round + t;
        __syncthreads();
        value = mine[(t + round * round) % threads] + mine[threads + (t + round) % 3];
        __syncthreads();
    }
    out[blockIdx.x * threads + t] = value;
}

int main()
{
    int *pads, *dev, out[blocks][threads];
    if (cudaMalloc(&pads, blocks * pad * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    shuffle_about<<<blocks, threads>>>(pads, dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++) {
        int values[threads], mine[threads];
        for (int t = 0; t < threads; t++)
            values[t] = b * 1000 + t;
        for (int round = 1; round <= rounds; round++) {
            for (int t = 0; t < threads; t++)
                mine[(t * 5 + round) % threads] = values[t];
            for (int t = 0; t < threads; t++)
                values[t] = mine[(t + round * round) % threads] + round + (t + round) % 3;
        }
        for (int t = 0; t < threads; t++)
            if (out[b][t] != values[t])
                return 1;
    }
    cudaFree(pads);
    return cudaFree(dev) != cudaSuccess;
}
