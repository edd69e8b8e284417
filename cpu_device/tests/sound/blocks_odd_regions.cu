// SPDX-License-Identifier: MIT
// blocks_odd_regions.cu: one buffer is cut into regions of odd lengths, which touch: threads of all blocks fill theirs
// by memset() and memcpy(), read it in pieces of other widths, and after a barrier copy the region of a neighbour in
// the block over their own, through memory of their own.
#include <stdio.h>
#include <string.h>

const int threads = 16, blocks = 6, n = threads * blocks, room = 29;

__host__ __device__ int length_of(int i)
{
    return 5 + i % 4 * 8; // threads t and t + 4 have the same
}

__host__ __device__ int start_of(int i)
{
    int start = 1;
    for (int k = 0; k < i; k++)
        start += length_of(k);
    return start;
}

__global__ void run(char *buffer, int *sums)
{
    int t = threadIdx.x, i = blockIdx.x * threads + t, length = length_of(i), sum = 0;
    char *mine = buffer + start_of(i), own[room];
    memset(mine, 'a' + i % 26, length - 1);
    mine[length - 1] = '!';
    for (int k = 0; k + 4 <= length; k += 4) {
        unsigned word;
        memcpy(&word, mine + k, 4);
        sum += word % 7;
    }
    __syncthreads();
    memcpy(own, buffer + start_of(blockIdx.x * threads + (t + 4) % threads), length);
    __syncthreads();
    memcpy(mine, own, length);
    mine[0] = '<';
    sums[i] = sum;
}

int main()
{
    const int size = 1 + n * 17;
    static char result[size], *dev;
    int *dev_sums, sums[n];
    if (cudaMalloc(&dev, size) != cudaSuccess || cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemset(dev, '.', 1);
    run<<<blocks, threads>>>(dev, dev_sums);
    if (cudaMemcpy(result, dev, size, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess || result[0] != '.')
        return 1;
    for (int i = 0; i < n; i++) {
        int from = i / threads * threads + (i + 4) % threads, start = start_of(i), length = length_of(i), sum = 0;
        unsigned letter = 'a' + i % 26;
        for (int k = 0; k + 4 <= length; k += 4)
            sum += letter * 0x01010101u % 7;
        if (sums[i] != sum || result[start] != '<' || result[start + length - 1] != '!')
            return 1;
        for (int k = 1; k < length - 1; k++)
            if (result[start + k] != 'a' + from % 26)
                return 1;
    }
    cudaFree(dev);
    return cudaFree(dev_sums) != cudaSuccess;
}
