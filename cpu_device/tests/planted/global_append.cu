// SPDX-License-Identifier: MIT
// global_append.cu: threads append what they find to a list, and take their places in it by a plain count++.
// CPU exits 3
// CPU finds race-global: writes {place}, at {place}
// CPU says variable found
// all exits 0
#include <stdio.h>

const int threads = 100;

__device__ int found;

// The multiples of seven.
__global__ void collect(const int *numbers, int *list)
{
    int number = numbers[threadIdx.x];
    if (number % 7 == 0) {
#ifndef FIXED
        int place = found++; // {place}
#else
        int place = atomicAdd(&found, 1);
#endif
        list[place] = number;
    }
}

int main()
{
    int *dev_numbers, *dev_list, numbers[threads], list[threads] = {}, count = 0;
    for (int t = 0; t < threads; t++)
        numbers[t] = t + 1;
    if (cudaMalloc(&dev_numbers, sizeof numbers) != cudaSuccess || cudaMalloc(&dev_list, sizeof list) != cudaSuccess ||
        cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_list, 0, sizeof list) != cudaSuccess)
        return 1;
    collect<<<1, threads>>>(dev_numbers, dev_list);
    cudaError_t error = cudaMemcpyFromSymbol(&count, found, sizeof count);
    if (error == cudaSuccess)
        error = cudaMemcpy(list, dev_list, sizeof list, cudaMemcpyDeviceToHost);
    cudaFree(dev_numbers);
    cudaFree(dev_list);
    printf("%s, %d\n", cudaGetErrorString(error), count);
#ifdef FIXED
    int sum = 0;
    for (int i = 0; i < threads; i++)
        sum += list[i];
    if (count != 14 || sum != 7 * 14 * 15 / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
