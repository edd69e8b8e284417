// SPDX-License-Identifier: MIT
// blocks_pinned.cu: blocks work on memory of the host that the device can reach: each on its part, or by atomics, or
// the last block on all parts, after __threadfence_system(). The host looks when the kernel is done, and writes before
// the next.
#include <stdio.h>

const int threads = 64, blocks = 7, n = threads * blocks;

__device__ unsigned finished;

__global__ void sum(const int *in, int *parts, int *total, int *most)
{
    __shared__ bool last;
    int t = threadIdx.x, value = in[blockIdx.x * threads + t];
    int odd = __syncthreads_count(value % 2);
    atomicMax(most, value);
    if (t == 0) {
        parts[blockIdx.x] = odd;
        __threadfence_system();
        last = atomicInc(&finished, blocks - 1) == blocks - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        __threadfence_system();
        *total = 0;
        for (int i = 0; i < blocks; i++)
            *total += parts[i];
    }
}

int main()
{
    int *in, *results, *dev_in, *dev_results;
    if (cudaHostAlloc(&in, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostAlloc(&results, (blocks + 2) * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer((void **)&dev_in, in, 0) != cudaSuccess ||
        cudaHostGetDevicePointer((void **)&dev_results, results, 0) != cudaSuccess)
        return 1;
    for (int round = 1; round <= 3; round++) {
        int odd = 0;
        for (int i = 0; i < n; i++)
            odd += (in[i] = (i * 5 + round) % n) % 2;
        results[blocks + 1] = 0;
        sum<<<blocks, threads>>>(dev_in, dev_results, dev_results + blocks, dev_results + blocks + 1);
        if (cudaDeviceSynchronize() != cudaSuccess || results[blocks] != odd || results[blocks + 1] != n - 1)
            return 1;
    }
    cudaFreeHost(in);
    return cudaFreeHost(results) != cudaSuccess;
}
