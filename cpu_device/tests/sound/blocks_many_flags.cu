// SPDX-License-Identifier: MIT
// blocks_many_flags.cu: the last block waits for the flags of 300 others, one after the other, fences once, and reads
// what each has left.
#include <stdio.h>

const int writers = 300;

__global__ void gather(int *parts, volatile int *flags, int *sum)
{
    if (blockIdx.x < writers) {
        parts[blockIdx.x] = blockIdx.x;
        __threadfence();
        flags[blockIdx.x] = 1;
        return;
    }
    for (int i = 0; i < writers; i++)
        while (flags[i] == 0)
            ;
    __threadfence();
    int total = 0;
    for (int i = 0; i < writers; i++)
        total += parts[i];
    *sum = total;
}

int main()
{
    int *dev_parts, *dev_flags, *dev_sum, sum;
    cudaMalloc(&dev_parts, writers * sizeof(int));
    cudaMalloc(&dev_flags, writers * sizeof(int));
    cudaMalloc(&dev_sum, sizeof(int));
    cudaMemset(dev_flags, 0, writers * sizeof(int));
    gather<<<writers + 1, 1>>>(dev_parts, dev_flags, dev_sum);
    cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev_parts);
    cudaFree(dev_flags);
    cudaFree(dev_sum);
    printf("%d\n", sum);
    return sum == writers * (writers - 1) / 2 ? 0 : 1;
}
