// SPDX-License-Identifier: MIT
// fence_for_host.cu: the host polls a kernel's flag in mapped memory and reads the kernel's numbers, but between
// numbers and flag stands a fence of device scope, which does not include the host: __threadfence_system() is missing.
// A volatile load by the host counts as a wait, whatever the kernel's fences.
// CPU exits 0
#include <stdio.h>

const int n = 64;

__global__ void produce(int *numbers, volatile int *flag)
{
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    __threadfence();
    *flag = 1;
}

int main()
{
    int *numbers, *flag, sum = 0;
    if (cudaHostAlloc(&numbers, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess ||
        cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped) != cudaSuccess)
        return 1;
    *flag = 0;
    produce<<<1, 1>>>(numbers, flag);
    cudaStreamQuery(0); // sends it off
    while (*(volatile int *)flag == 0)
        ;
    __sync_synchronize();
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    cudaError_t error = cudaDeviceSynchronize();
    cudaFreeHost(numbers);
    cudaFreeHost(flag);
    printf("%d\n", sum);
    return error != cudaSuccess;
}
