// SPDX-License-Identifier: MIT
// blocks_shared_lines.cu: the words of each line belong to different blocks, in turn, and the halves of each word to
// two blocks more: all read, change and read again what is theirs, many times, between barriers of their own,
// with plain and with volatile accesses; a block's words go from thread to thread.
#include <stdio.h>

const int threads = 32, blocks = 8, rounds = 12;

__global__ void work(int *words, short *halves, volatile unsigned char *bytes)
{
    int t = threadIdx.x, b = blockIdx.x;
    for (int round = 0; round < rounds; round++) {
        int i = (t + round * 5) % threads * blocks + b; // another word of this block's each time
        words[i] = words[i] * 3 + t;
        halves[i] = halves[i] + round;
        bytes[i] = bytes[i] + 1;
        __syncthreads();
        int other = (t + round) % threads * blocks + b;
        if (words[other] == -1 || halves[other] == -1 || bytes[other] == 255)
            words[other] = -1; // never
        __syncthreads();
    }
}

int main()
{
    const int n = threads * blocks;
    int *words, result[n], right[n] = {};
    short *halves, result_halves[n];
    unsigned char *bytes, result_bytes[n];
    if (cudaMalloc(&words, sizeof result) != cudaSuccess || cudaMalloc(&halves, sizeof result_halves) != cudaSuccess ||
        cudaMalloc(&bytes, sizeof result_bytes) != cudaSuccess)
        return 1;
    cudaMemset(words, 0, sizeof result);
    cudaMemset(halves, 0, sizeof result_halves);
    cudaMemset(bytes, 0, sizeof result_bytes);
    work<<<blocks, threads>>>(words, halves, bytes);
    if (cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(result_halves, halves, sizeof result_halves, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(result_bytes, bytes, sizeof result_bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++)
        for (int t = 0; t < threads; t++)
            for (int b = 0; b < blocks; b++) {
                int *w = &right[(t + round * 5) % threads * blocks + b];
                *w = *w * 3 + t;
            }
    for (int i = 0; i < n; i++)
        if (result[i] != right[i] || result_halves[i] != rounds * (rounds - 1) / 2 || result_bytes[i] != rounds)
            return 1;
    cudaFree(words);
    cudaFree(halves);
    return cudaFree(bytes) != cudaSuccess;
}
