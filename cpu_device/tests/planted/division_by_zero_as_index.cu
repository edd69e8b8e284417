// SPDX-License-Identifier: MIT
// division_by_zero_as_index.cu: an index is a remainder by zero, which a GPU gives all bits: the store misses the
// array. The division is reported first, the store after it. Another line divides a 64-bit integer.
// CPU exits 3
// CPU finds division-by-zero: at {mean}
// CPU finds division-by-zero: at {store}
// CPU finds illegal-address: at {store}
#include <stdio.h>

const int n = 32;

__global__ void means(const long long *sums, const int *counts, long long *result)
{
    result[threadIdx.x] = sums[threadIdx.x] / counts[threadIdx.x]; // {mean}
}

__global__ void scatter(unsigned *buckets, unsigned count)
{
    buckets[threadIdx.x % count] = 1; // {store}
}

int main()
{
    long long *sums;
    if (cudaMallocManaged(&sums, 2 * n * sizeof *sums + n * sizeof(int)) != cudaSuccess)
        return 1;
    long long *result = sums + n;
    int *counts = (int *)(result + n);
    for (int i = 0; i < n; i++) {
        sums[i] = i == 2 ? 7 : 1ll << 40;
        counts[i] = i == 2 || i == 3 ? 0 : 4;
    }
    means<<<1, n>>>(sums, counts, result);
    if (cudaDeviceSynchronize() != cudaSuccess || result[0] != 1ll << 38 || result[2] != 0xffffffff || result[3] != -1)
        return 1;
    scatter<<<1, 1>>>((unsigned *)counts, 0);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
