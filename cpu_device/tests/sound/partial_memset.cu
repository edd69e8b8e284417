// SPDX-License-Identifier: MIT
// partial_memset.cu: only parts of an allocation are set, copied or written, and only those are read, to the byte.
//
// What nothing wrote is copied along, and initcheck minds:
// initcheck exits 3
// initcheck prints on access by cudaMemcpy source
#include <stdio.h>

const int n = 1 << 12;

__global__ void sum(const unsigned char *bytes, int begin, int end, unsigned *out)
{
    __shared__ unsigned all;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        mine += bytes[i];
    atomicAdd(&all, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = all;
}

__global__ void write_every(unsigned char *bytes, int step)
{
    for (int i = threadIdx.x * step; i < n; i += blockDim.x * step)
        bytes[i] = 1;
}

__global__ void sum_every(const unsigned char *bytes, int step, unsigned *out)
{
    unsigned mine = 0;
    for (int i = 0; i < n; i += step)
        mine += bytes[i];
    *out = mine;
}

int main()
{
    unsigned char *bytes, *copy;
    unsigned *dev_sum, result;
    if (cudaMalloc(&bytes, n) != cudaSuccess || cudaMalloc(&copy, n) != cudaSuccess ||
        cudaMalloc(&dev_sum, sizeof result) != cudaSuccess)
        return 1;
    auto is = [&](unsigned right) {
        return cudaMemcpy(&result, dev_sum, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess && result == right;
    };
    cudaMemset(bytes + 3, 2, 1001);
    sum<<<1, 64>>>(bytes, 3, 1004, dev_sum);
    if (!is(2002))
        return 1;
    cudaMemcpy(copy + 1, bytes, 1100, cudaMemcpyDeviceToDevice); // also what was never written
    sum<<<1, 64>>>(copy, 4, 1005, dev_sum);
    if (!is(2002))
        return 1;
    cudaMemset(copy, 7, 5);
    sum<<<1, 64>>>(copy, 0, 1005, dev_sum);
    if (!is(2002 - 2 + 35))
        return 1;
    cudaFree(copy);
    if (cudaMalloc(&copy, n) != cudaSuccess)
        return 1;
    write_every<<<1, 32>>>(copy, 5);
    sum_every<<<1, 1>>>(copy, 5, dev_sum);
    if (!is((n + 4) / 5))
        return 1;
    cudaFree(bytes);
    cudaFree(copy);
    return cudaFree(dev_sum) != cudaSuccess;
}
