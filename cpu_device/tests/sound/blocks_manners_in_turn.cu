// SPDX-License-Identifier: MIT
// blocks_manners_in_turn.cu: the same memory serves launch after launch in another manner: plain words, then atomics of
// all blocks, then volatile words, then bytes, then pairs, then atomics of 8 bytes, each time by other blocks than
// before, of other sizes. What a launch has left the next one may read or write over as it likes.
#include <stdio.h>

const int n = 240;

__global__ void plain(unsigned *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[n - 1 - i] = i;
}

__global__ void read_all(const unsigned *p, unsigned *sums)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void atomics(unsigned *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 5; k++)
        atomicAdd(&p[(i * 7 + k) % n], 3u);
}

__global__ void volatiles(volatile unsigned *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = p[i] + 2;
}

__global__ void bytes(unsigned char *p)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 4 * n; i += gridDim.x * blockDim.x)
        p[i] ^= 1;
}

__global__ void pairs(uint2 *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        uint2 pair = p[i];
        p[i] = make_uint2(pair.y, pair.x);
    }
}

__global__ void atomics_of_8(unsigned long long *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&p[i % (n / 2)], 1ull << 32 | 1);
}

int main()
{
    unsigned *p, *sums, result[n], right[n], total = 0;
    if (cudaMalloc(&p, sizeof result) != cudaSuccess || cudaMalloc(&sums, sizeof result) != cudaSuccess)
        return 1;
    for (int round = 0; round < 3; round++) {
        plain<<<10, n / 10>>>(p);
        read_all<<<5, n / 5>>>(p, sums);
        atomics<<<6, n / 6>>>(p);
        volatiles<<<3, n / 3>>>(p);
        bytes<<<7, 33>>>((unsigned char *)p);
        read_all<<<3, n / 3>>>(p, sums);
        pairs<<<4, n / 8>>>((uint2 *)p);
        atomics_of_8<<<12, n / 12>>>((unsigned long long *)p);
        atomics<<<2, n / 2>>>(p);
        if (round % 2 == 0)
            read_all<<<8, n / 8>>>(p, sums);
        else
            read_all<<<1, n>>>(p, sums);
    }
    if (cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (unsigned i = 0; i < n; i++)
        right[i] = (((n - 1 - i) + 15 + 2) ^ 0x01010101u) + 2 + 15;
    for (unsigned value : right)
        total += value;
    for (unsigned value : result)
        if (value != total)
            return 1;
    cudaFree(p);
    return cudaFree(sums) != cudaSuccess;
}
