// SPDX-License-Identifier: MIT
// static_shared.cu: shared variables of every shape; each block has its own, each kernel and each function too.

#include <stdio.h>

#include "../handle_error.h"

struct pair {
    int key;
    double value;
};

__device__ int neighbour(int mine)
{
    __shared__ int inner[64]; // a function's own, apart from the kernel's
    inner[threadIdx.x] = mine;
    __syncthreads();
    int theirs = inner[(threadIdx.x + 1) % 64];
    __syncthreads();
    return theirs;
}

template <typename T> __device__ T last_of_block(T mine)
{
    __shared__ T value; // one for each T
    if (threadIdx.x == 63)
        value = mine;
    __syncthreads();
    T result = value;
    __syncthreads();
    return result;
}

__global__ void shapes(double *out)
{
    __shared__ int numbers[64], *pointer;
    __shared__ double grid[8][8];
    __shared__ pair pairs[64];
    __shared__ unsigned char bytes[64];
    __shared__ int scalar;
    __shared__ float4 vectors[16];
    int t = threadIdx.x;

    numbers[t] = t + 100 * blockIdx.x;
    grid[t / 8][t % 8] = 0.5 * t;
    pairs[t] = {t, t * t * 1.0};
    bytes[t] = (unsigned char)(t * 7);
    ((float *)vectors)[t] = t;
    if (t == 5) {
        scalar = 1000 + blockIdx.x;
        pointer = &numbers[10];
    }
    __syncthreads();

    double *mine = out + 8 * (64 * blockIdx.x + t);
    mine[0] = numbers[63 - t];
    mine[1] = grid[t % 8][t / 8];
    mine[2] = pairs[(t + 32) % 64].value + pairs[t / 2].key;
    mine[3] = bytes[63 - t];
    mine[4] = scalar + pointer[t % 50];
    mine[5] = vectors[t / 4].w;
    mine[6] = neighbour(numbers[t]);
    mine[7] = last_of_block(t) + last_of_block(0.25 * t);
}

// The number of threads of this block that found the counter as this block left it.
__global__ void own_counter(int *out)
{
    __shared__ int counter;
    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    atomicAdd(&counter, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = counter;
}

int main(void)
{
    const int blocks = 3;
    double out[blocks * 64 * 8], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    shapes<<<blocks, 64>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int block = 0; block < blocks; block++)
        for (int what = 0; what < 8; what++) {
            double weighted = 0;
            for (int t = 0; t < 64; t++)
                weighted += (t + 1) * out[8 * (64 * block + t) + what];
            printf("block %d, %d: thread 1 has %g, thread 62 has %g, weighted sum %.2f\n", block, what,
                   out[8 * (64 * block + 1) + what], out[8 * (64 * block + 62) + what], weighted);
        }

    int counts[100], *dev_counts, wrong = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_counts, sizeof counts));
    own_counter<<<100, 96>>>(dev_counts);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 100; i++)
        wrong += counts[i] != 96;
    printf("own counters: %d of 100 wrong\n", wrong);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_counts));
    return 0;
}
