// SPDX-License-Identifier: MIT
// triple_buffer.cu: three buffers go round with one barrier a step: while two of them are read, the third, read in the
// step before, is overwritten. Once in shared memory, once in global memory of each block's own.
#include <stdio.h>

const int threads = 96, blocks = 3, steps = 25;

__device__ int buffers[blocks][3][threads];

__device__ int run(int (*buffer)[threads], int seed)
{
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = seed + t;
    buffer[1][t] = seed - t;
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        const int *older = buffer[step % 3], *newer = buffer[(step + 1) % 3];
        int value = (older[(t + 1) % threads] + 3 * newer[threads - 1 - t]) & 0xfffff;
        buffer[(step + 2) % 3][t] = value;
        sum ^= value;
        __syncthreads();
    }
    return sum;
}

__global__ void rounds(int *out)
{
    __shared__ int cache[3][threads];
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = run(cache, blockIdx.x);
    out[gridDim.x * threads + i] = run(buffers[blockIdx.x], blockIdx.x);
}

int main()
{
    static int out[2][blocks][threads], buffer[3][threads];
    int *dev;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    rounds<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++) {
        int sums[threads] = {};
        for (int t = 0; t < threads; t++) {
            buffer[0][t] = b + t;
            buffer[1][t] = b - t;
        }
        for (int step = 0; step < steps; step++)
            for (int t = 0; t < threads; t++)
                sums[t] ^= buffer[(step + 2) % 3][t] =
                    (buffer[step % 3][(t + 1) % threads] + 3 * buffer[(step + 1) % 3][threads - 1 - t]) & 0xfffff;
        for (int t = 0; t < threads; t++)
            if (out[0][b][t] != sums[t] || out[1][b][t] != sums[t])
                return 1;
    }
    return cudaFree(dev) != cudaSuccess;
}
