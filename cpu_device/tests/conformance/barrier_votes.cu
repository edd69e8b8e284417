// SPDX-License-Identifier: MIT
// barrier_votes.cu: __syncthreads_count, __syncthreads_and and __syncthreads_or: a barrier that tells what all bring.

#include <stdio.h>

#include "../handle_error.h"

__global__ void vote(int *out)
{
    __shared__ int shared[1024];
    int t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
    int *mine = out + 10 * (n * blockIdx.x + t);
    mine[0] = __syncthreads_count(t % 3 == 0);
    mine[1] = __syncthreads_count(t);      // any value but 0 counts once
    mine[2] = __syncthreads_count(-t % 2); // negative ones too
    mine[3] = __syncthreads_and(t >= 0) != 0;
    mine[4] = __syncthreads_and(t != n - 1) != 0;
    mine[5] = __syncthreads_or(t == n - 1) != 0;
    mine[6] = __syncthreads_or(t < 0) != 0;

    // they are barriers as well: what was written before can be read after
    shared[t] = t;
    mine[7] = __syncthreads_or(t == 7 && blockIdx.x == 1) != 0;
    mine[8] = shared[n - 1 - t];
    shared[n - 1 - t] = __syncthreads_count(1);
    __syncthreads();
    mine[9] = shared[(t + 1) % n];
}

// The block goes on until each thread is done.
__global__ void until_all_are_done(int *rounds)
{
    int left = threadIdx.x * 3 % 11, round = 0;
    while (__syncthreads_or(left > 0)) {
        left--;
        round++;
    }
    rounds[threadIdx.x] = round;
}

static void try_block(dim3 block)
{
    const int blocks = 2, threads = block.x * block.y * block.z, size = blocks * threads * 10;
    int *out = (int *)malloc(size * sizeof *out), *dev_out;
    HANDLE_NULL(out);
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, size * sizeof *dev_out));
    vote<<<blocks, block>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, size * sizeof *out, cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; b++) {
        int differ = 0;
        for (int i = 0; i < threads * 10; i++)
            differ += i % 10 != 8 && out[b * threads * 10 + i] != out[b * threads * 10 + i % 10];
        printf("%d threads, block %d:", threads, b);
        for (int i = 0; i < 10; i++)
            printf(" %d", out[b * threads * 10 + i]);
        printf(", %d threads differ\n", differ);
    }
    HANDLE_ERROR(cudaFree(dev_out));
    free(out);
}

int main(void)
{
    try_block(1);
    try_block(32);
    try_block(100);
    try_block(dim3(32, 32));
    try_block(dim3(7, 11));

    int rounds[64], *dev_rounds;
    HANDLE_ERROR(cudaMalloc((void **)&dev_rounds, sizeof rounds));
    until_all_are_done<<<1, 64>>>(dev_rounds);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(rounds, dev_rounds, sizeof rounds, cudaMemcpyDeviceToHost));
    printf("rounds: %d and %d\n", rounds[0], rounds[63]);
    HANDLE_ERROR(cudaFree(dev_rounds));
    return 0;
}
