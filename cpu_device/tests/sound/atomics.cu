// SPDX-License-Identifier: MIT
// atomics.cu: atomics on 32 and 64 bits, float and double, in shared and global memory; loops of atomicCAS; what they
// left is read after barriers.
#include <stdio.h>

const int threads = 200, blocks = 5;

struct totals {
    int number;
    unsigned high, low, bits;
    unsigned long long large;
    float real;
    double precise;
    long long least;
};

__device__ double multiply(double *place, double factor) // there is no atomicMul
{
    unsigned long long *bits = (unsigned long long *)place, old = *(volatile unsigned long long *)bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen,
                        (unsigned long long)__double_as_longlong(__longlong_as_double((long long)seen) * factor));
    } while (seen != old);
    return __longlong_as_double((long long)old);
}

__device__ void add_one(totals *all, int i)
{
    atomicAdd(&all->number, 1);
    atomicMax(&all->high, (unsigned)i);
    atomicMin(&all->low, (unsigned)i);
    atomicOr(&all->bits, 1u << i % 32);
    atomicAdd(&all->large, 1ull << 33);
    atomicAdd(&all->real, 0.5f);
    atomicAdd(&all->precise, 0.25);
    atomicMin(&all->least, -5000000000ll - i);
}

__global__ void everything(totals *all, double *product)
{
    __shared__ totals mine;
    __shared__ double power;
    if (threadIdx.x == 0) {
        mine = {0, 0, ~0u, 0, 0, 0, 0, 0};
        power = 1;
    }
    __syncthreads();
    int i = blockIdx.x * threads + threadIdx.x;
    add_one(&mine, i);
    add_one(all, i);
    multiply(&power, threadIdx.x % 2 ? 0.5 : 4);
    __syncthreads();
    if (threadIdx.x == 33) {
        atomicAdd(&all->number, mine.number);
        atomicMax(&all->high, mine.high);
        atomicMin(&all->low, mine.low);
        atomicXor(&all->bits, mine.bits ^ mine.bits);
        atomicAdd(&all->large, mine.large);
        atomicAdd(&all->real, mine.real);
        atomicAdd(&all->precise, mine.precise);
        product[blockIdx.x] = power;
    }
}

int main()
{
    totals *dev_all, all = {0, 0, ~0u, 0, 0, 0, 0, 0};
    double *dev_product, product[blocks];
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess || cudaMalloc(&dev_product, sizeof product) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_all, &all, sizeof all, cudaMemcpyHostToDevice);
    everything<<<blocks, threads>>>(dev_all, dev_product);
    if (cudaMemcpy(&all, dev_all, sizeof all, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(product, dev_product, sizeof product, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    int n = blocks * threads;
    for (int b = 0; b < blocks; b++)
        if (product[b] != 1267650600228229401496703205376.0) // 2 to the 100
            return 1;
    if (all.number != 2 * n || all.high != (unsigned)n - 1 || all.low != 0 || all.bits != ~0u ||
        all.large != (unsigned long long)n << 34 || all.real != n || all.precise != n * 0.5 ||
        all.least != -5000000000ll - (n - 1))
        return 1;
    cudaFree(dev_product);
    return cudaFree(dev_all) != cudaSuccess;
}
