// SPDX-License-Identifier: MIT
// mapped_first_look.cu: the host polls a kernel's flag, and reads the kernel's numbers as soon as the flag is set,
// which it may be at the first look. Fresh memory each time, so that no earlier kernel has stored there.
#include <stdio.h>

const int launches = 60, n = 64;

__global__ void produce(int *numbers, volatile int *flag)
{
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    __threadfence_system();
    *flag = 1;
}

int main()
{
    int wrong = 0;
    for (int launch = 0; launch < launches; launch++) {
        int *numbers, *flag;
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
            wrong += numbers[i] != i;
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 1;
        cudaFreeHost(numbers);
        cudaFreeHost(flag);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
