// SPDX-License-Identifier: MIT
// blocks_cas_loop.cu: all blocks change one word by loops of atomicCAS, for what there is no atomic of: a maximum of
// floats, a product, two halves of a word at once. Where a loop begins it looks through volatile, or by an atomic.
#include <stdio.h>

const int threads = 64, blocks = 9;

__device__ void atomic_max(float *place, float value)
{
    int *bits = (int *)place, old = *(volatile int *)bits;
    while (__int_as_float(old) < value) {
        int seen = atomicCAS(bits, old, __float_as_int(value));
        if (seen == old)
            break;
        old = seen;
    }
}

__device__ void atomic_multiply(unsigned *place, unsigned factor)
{
    unsigned old = atomicAdd(place, 0u), seen;
    while ((seen = atomicCAS(place, old, old * factor)) != old)
        old = seen;
}

__device__ void add_to_halves(unsigned long long *place, unsigned low, unsigned high)
{
    unsigned long long old = 0, seen; // a guess
    while ((seen = atomicCAS(place, old, (old + ((unsigned long long)high << 32)) + low)) != old)
        old = seen;
}

__global__ void change(float *most, unsigned *product, unsigned long long *halves)
{
    int i = blockIdx.x * threads + threadIdx.x;
    atomic_max(most, i * 37 % 500 * 0.5f);
    if (threadIdx.x == 0) {
        atomic_multiply(product, 2 * blockIdx.x + 1);
        add_to_halves(halves, blockIdx.x, 3);
    }
}

__global__ void read_all(const float *most, const unsigned *product, const unsigned long long *halves, double *out)
{
    out[blockIdx.x] = *most + (double)*product + (double)(*halves >> 32) + (double)(*halves & 0xffffffff) / 1024;
}

int main()
{
    float *most;
    unsigned *product, one = 1, right = 1;
    unsigned long long *halves;
    double *dev_out, out[blocks];
    if (cudaMalloc(&most, sizeof *most) != cudaSuccess || cudaMalloc(&product, sizeof *product) != cudaSuccess ||
        cudaMalloc(&halves, sizeof *halves) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(most, 0, sizeof *most);
    cudaMemset(halves, 0, sizeof *halves);
    cudaMemcpy(product, &one, sizeof one, cudaMemcpyHostToDevice);
    change<<<blocks, threads>>>(most, product, halves);
    read_all<<<blocks, 1>>>(most, product, halves, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++)
        right *= 2 * b + 1;
    for (double value : out)
        if (value != 249.5 + right + 3 * blocks + blocks * (blocks - 1) / 2 / 1024.0)
            return 1;
    cudaFree(most);
    cudaFree(product);
    cudaFree(halves);
    return cudaFree(dev_out) != cudaSuccess;
}
