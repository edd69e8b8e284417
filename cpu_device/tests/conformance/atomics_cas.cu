// SPDX-License-Identifier: MIT
// atomics_cas.cu: atomicCAS: what it returns, an atomic function built from it, and a lock.

#include <stdio.h>

#include "../handle_error.h"

__global__ void returns(unsigned long long *out)
{
    __shared__ int number;
    __shared__ unsigned int bits;
    __shared__ unsigned long long wide;
    __shared__ unsigned short narrow[2];
    number = -5, bits = 0xffffffff, wide = 1ull << 40, narrow[0] = 1, narrow[1] = 2;
    *out++ = (unsigned long long)(10 + atomicCAS(&number, -5, 6)); // meets it: changes
    *out++ = (unsigned long long)(10 + atomicCAS(&number, -5, 7)); // does not
    *out++ = number;
    *out++ = atomicCAS(&bits, 0xffffffffu, 3u);
    *out++ = bits;
    *out++ = atomicCAS(&wide, 1ull << 40, 1ull << 41);
    *out++ = wide;
    *out++ = atomicCAS(&narrow[1], (unsigned short)2, (unsigned short)65535);
    *out++ = narrow[0] + 10 * narrow[1]; // its neighbour is as it was
}

__device__ double atomic_multiply(double *address, double by)
{
    unsigned long long *bits = (unsigned long long *)address, old = *(volatile unsigned long long *)bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(by * __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void multiply(double *product)
{
    atomic_multiply(product, threadIdx.x % 2 ? 4.0 : 0.5);
}

// Every thread takes the lock once; what it guards is changed in two plain steps.
__global__ void count_under_lock(int *lock, volatile int *guarded)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            int count = guarded[0];
            guarded[1] = count;
            guarded[0] = guarded[1] + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// The same, by one thread of each block, with a lock that spins.
__global__ void spin(int *lock, volatile int *guarded)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *guarded = *guarded + blockIdx.x;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    unsigned long long out[9], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    returns<<<1, 1>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 9; i++)
        printf("%llu%c", out[i], i < 8 ? ' ' : '\n');

    double product = 3, *dev_product;
    HANDLE_ERROR(cudaMalloc((void **)&dev_product, sizeof product));
    HANDLE_ERROR(cudaMemcpy(dev_product, &product, sizeof product, cudaMemcpyHostToDevice));
    multiply<<<2, 20>>>(dev_product);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&product, dev_product, sizeof product, cudaMemcpyDeviceToHost));
    printf("product: %.17g\n", product);

    int numbers[4], *dev_numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemset(dev_numbers, 0, sizeof numbers));
    count_under_lock<<<4, 64>>>(dev_numbers, dev_numbers + 1);
    HANDLE_ERROR(cudaGetLastError());
    spin<<<50, 32>>>(dev_numbers, dev_numbers + 3);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    printf("the lock is %d; counted %d, %d; sum of the blocks %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_product));
    HANDLE_ERROR(cudaFree(dev_numbers));
    return 0;
}
