// SPDX-License-Identifier: MIT
// streams_not_loaded.cu: a kernel waits for the results of one that is launched after it and has never been used
// before. CUDA loads it at its launch, and waits with that until the first kernel has ended.
//
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel add_up, block (0,0,0)
// CPU says 1 thread spins at streams_not_loaded.cu:{wait}
// CPU says Kernel square, launched at streams_not_loaded.cu:{launch}, has not begun
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors

#include <stdio.h>

const int n = 64;

__global__ void square(int *numbers, volatile int *ready)
{
    numbers[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        *ready = 1;
    }
}

__global__ void add_up(const int *numbers, const volatile int *ready, int *sum)
{
    while (*ready == 0) // {wait}
        ;
    __threadfence();
    int total = 0;
    for (int i = 0; i < n; ++i)
        total += numbers[i];
    *sum = total;
}

int main()
{
    int *numbers, *ready, *dev_sum, sum = 0;
    cudaStream_t adder, squarer;
    if (cudaMalloc(&numbers, n * sizeof(int)) || cudaMalloc(&ready, sizeof(int)) || cudaMalloc(&dev_sum, sizeof(int)) ||
        cudaMemset(ready, 0, sizeof(int)))
        return 77;
    cudaStreamCreateWithFlags(&adder, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&squarer, cudaStreamNonBlocking);
#ifdef FIXED
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, square);
#endif
    cudaDeviceSynchronize();
    add_up<<<1, 1, 0, adder>>>(numbers, ready, dev_sum);
    square<<<1, n, 0, squarer>>>(numbers, ready); // {launch}
    cudaDeviceSynchronize();
    cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaStreamDestroy(adder);
    cudaStreamDestroy(squarer);
    cudaFree(numbers);
    cudaFree(ready);
    cudaFree(dev_sum);
    return sum != 85344;
}
