// SPDX-License-Identifier: MIT
// cas_guess.cu: a loop of atomicCAS() begins with a plain read, which may be old: the atomic finds that out. So the
// CUDA C++ Programming Guide adds doubles, between blocks and, in shared memory, within one.
#include "../kernel_run.h"

const int blocks = 16, threads = 64;

__device__ void add(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, (unsigned long long)__double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
}

__device__ void raise_to(float *address, float value)
{
    int *bits = (int *)address, old = *bits;
    while (value > __int_as_float(old)) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed)
            break;
    }
}

__global__ void sums(double *sum, float *most)
{
    __shared__ double of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    add(&of_block, threadIdx.x);
    raise_to(most, (float)(blockIdx.x * 37 % 16 * blockDim.x + threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0)
        add(sum, of_block);
}

int main()
{
    device_array<double> sum(1, zeros);
    device_array<float> most(1, zeros);
    sums<<<blocks, threads>>>(sum, most);
    return check(sum, blocks * threads * (threads - 1) / 2.0) || check(most, blocks * threads - 1);
}
