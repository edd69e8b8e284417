// SPDX-License-Identifier: MIT
// recursion_and_local_arrays.cu: device functions that call themselves, and threads with 16 KB of local memory each.

#include <stdio.h>

#include "../handle_error.h"

__device__ unsigned long long fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ int odd(int n);

__device__ int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

__device__ int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

__device__ void quicksort(int *numbers, int first, int last)
{
    if (first >= last)
        return;
    int pivot = numbers[(first + last) / 2], i = first, j = last;
    while (i <= j) {
        while (numbers[i] < pivot)
            i++;
        while (numbers[j] > pivot)
            j--;
        if (i <= j) {
            int other = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = other;
        }
    }
    quicksort(numbers, first, j);
    quicksort(numbers, i, last);
}

__global__ void recurse(long long *out)
{
    int t = threadIdx.x, numbers[64];
    out[3 * t] = fibonacci(t % 16);
    out[3 * t + 1] = even(t) + 10 * odd(t);
    for (int i = 0; i < 64; i++)
        numbers[i] = (i * 37 + t * 11) % 64;
    quicksort(numbers, 0, 63);
    long long weighted = 0;
    for (int i = 0; i < 64; i++)
        weighted += i * numbers[i];
    out[3 * t + 2] = weighted;
}

// The threads wait for each other while each has its array in use.
__global__ void local_arrays(long long *out, int stride)
{
    __shared__ int shared[128];
    int numbers[4096], t = threadIdx.x;
    for (int i = 0; i < 4096; i++)
        numbers[i] = t;
    shared[t] = t;
    __syncthreads();
    for (int i = 0; i < 4096; i++)
        numbers[(i * stride + t) % 4096] += i;
    numbers[4095] += shared[127 - t];
    __syncthreads();
    long long sum = 0;
    for (int i = 0; i < 4096; i++)
        sum += (long long)(i % 16) * numbers[i];
    out[t + blockIdx.x * blockDim.x] = sum;
}

int main(void)
{
    const int N = 4 * 128;
    long long out[N], *dev_out, weighted = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024));
    size_t stack;
    HANDLE_ERROR(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    printf("the stack holds 16 KB: %s\n", stack >= 16 * 1024 ? "yes" : "no");

    recurse<<<1, 64>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, 3 * 64 * sizeof *out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 3 * 64; i++) {
        weighted += (i + 1LL) * out[i];
        if (i < 3 * 20)
            printf("%lld%s", out[i], i % 3 < 2 ? " " : i < 3 * 20 - 1 ? ", " : "\n");
    }
    printf("weighted sum %lld\n", weighted);

    local_arrays<<<4, 128>>>(dev_out, 7);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    weighted = 0;
    for (int i = 0; i < N; i++)
        weighted += (i + 1LL) * out[i];
    printf("local arrays: %lld %lld %lld, weighted sum %lld\n", out[0], out[1], out[N - 1], weighted);
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
