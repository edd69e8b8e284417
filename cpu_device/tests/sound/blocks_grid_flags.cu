// SPDX-License-Identifier: MIT
// blocks_grid_flags.cu: a barrier of the grid without atomics: each block says in a volatile flag of its own that it
// has come, the threads of block 0 wait for one flag each, and answer in another. Between the barriers two buffers
// change their roles, and every block reads what all others have written.
#include <stdio.h>

const int threads = 32, max_blocks = 5, rounds = 5;

__device__ volatile int come[max_blocks], go[max_blocks];

__device__ void meet(int round)
{
    int t = threadIdx.x;
    __syncthreads();
    if (blockIdx.x == 0) {
        if (t > 0 && t < gridDim.x) {
            while (come[t] != round)
                __nanosleep(20);
            __threadfence();
        }
        __syncthreads();
        if (t > 0 && t < gridDim.x) {
            __threadfence();
            go[t] = round;
        }
    } else if (t == 0) {
        __threadfence();
        come[blockIdx.x] = round;
        while (go[blockIdx.x] != round)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
}

__global__ void work(short *a, short *b, int first)
{
    int i = blockIdx.x * threads + threadIdx.x, n = gridDim.x * threads;
    for (int round = 0; round < rounds; round++) {
        short *from = round % 2 ? b : a, *to = round % 2 ? a : b;
        to[i] = (from[(i * 5 + 1) % n] + from[n - 1 - i] + round) & 0xfff;
        meet(first + round);
    }
}

int main()
{
    int multiprocessors, each;
    if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, work, threads, 0) != cudaSuccess)
        return 1;
    int blocks = multiprocessors * each < max_blocks ? multiprocessors * each : max_blocks, n = blocks * threads;
    short *a, *b, right[2][max_blocks * threads], result[max_blocks * threads];
    for (int i = 0; i < n; i++)
        right[0][i] = i * 3;
    if (cudaMalloc(&a, sizeof result) != cudaSuccess || cudaMalloc(&b, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(a, right[0], n * sizeof(short), cudaMemcpyHostToDevice);
    work<<<blocks, threads>>>(a, b, 1);
    work<<<blocks, threads>>>(b, a, 1 + rounds);
    if (cudaMemcpy(result, a, n * sizeof(short), cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round < 2 * rounds; round++)
        for (int i = 0; i < n; i++)
            right[1 - round % 2][i] =
                (right[round % 2][(i * 5 + 1) % n] + right[round % 2][n - 1 - i] + round % rounds) & 0xfff;
    for (int i = 0; i < n; i++)
        if (result[i] != right[0][i])
            return 1;
    cudaFree(a);
    return cudaFree(b) != cudaSuccess;
}
