// SPDX-License-Identifier: MIT
// freed_neighbour.cu: memory stays written when what was allocated before it, of any number of pages, is freed and
// allocated again.
#include <stdio.h>

const int n = 250;

__global__ void clear(int *a)
{
    a[threadIdx.x] = 0; // as memory begins, so that only what was noted down tells that it was written
}

__global__ void increment(int *a)
{
    a[threadIdx.x]++;
}

int main()
{
    int *dev_a, a[n];
    for (size_t pages = 24000; pages < 24009; pages++) {
        char *before, *after;
        if (cudaMalloc(&before, pages * 4096) != cudaSuccess || cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
            cudaMalloc(&after, 1) != cudaSuccess)
            return 1;
        clear<<<1, n>>>(dev_a);
        cudaFree(after);
        cudaFree(before);
        if (cudaMalloc(&before, pages * 4096) != cudaSuccess)
            return 1;
        increment<<<1, n>>>(dev_a);
        if (cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            if (a[i] != 1)
                return 1;
        if (cudaFree(before) != cudaSuccess || cudaFree(dev_a) != cudaSuccess)
            return 1;
    }
}
