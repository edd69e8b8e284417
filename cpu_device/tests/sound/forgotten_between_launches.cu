// SPDX-License-Identifier: MIT
// forgotten_between_launches.cu: a launch of which so much is kept, by bytes, that all is forgotten before the next
// one, which then uses shared memory at the same places as the first did.
// CPU exits 0
// all exits 0
#include <stdio.h>

const size_t n = 36 << 20;
const int blocks = 4, threads = 1024;

__global__ void add_pairs(unsigned short *data, unsigned *sums, size_t count)
{
    __shared__ unsigned part[threads / 32];
    unsigned sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        sum += data[i ^ 1]++; // neighbours use two halves of a word
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    sums[blockIdx.x * threads + threadIdx.x] = part[threadIdx.x % 32];
}

int main()
{
    unsigned short *data;
    unsigned *sums;
    if (cudaMalloc(&data, n * sizeof *data) || cudaMalloc(&sums, blocks * threads * sizeof *sums) ||
        cudaMemset(data, 0, n * sizeof *data))
        return 1;
    add_pairs<<<blocks, threads>>>(data, sums, n);
    add_pairs<<<1, threads>>>(data, sums, threads);
    return cudaDeviceSynchronize() || cudaFree(data) || cudaFree(sums);
}
