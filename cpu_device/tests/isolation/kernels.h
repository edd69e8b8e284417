// SPDX-License-Identifier: MIT
// kernels.h: a kernel of each kind, each with the launches that check it against a closed form. The programs here run
// them between what they do with the C++ library in their host code.
#pragma once

#include <stdio.h>

#include "../handle_error.h"

const int threads = 128, blocks = 24, n = threads * blocks;

// plain
__global__ void square(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i];
}

// a template with shared memory
template <class T, int size> __global__ void turn_round(T *data)
{
    __shared__ T tile[size];
    T *mine = data + blockIdx.x * size;
    tile[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = tile[size - 1 - threadIdx.x];
}

// atomics: the last block to come adds up what all have stored
__global__ void last_block_sum(const unsigned *in, unsigned *partial, unsigned *come, unsigned *sum)
{
    __shared__ unsigned cache[threads];
    __shared__ bool last;
    cache[threadIdx.x] = in[blockIdx.x * threads + threadIdx.x];
    __syncthreads();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        last = atomicInc(come, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0)
        return;
    __threadfence();
    unsigned total = 0;
    for (unsigned block = 0; block < gridDim.x; block++)
        total += partial[block];
    *sum = total;
}

// warp shuffles, and printf
__global__ void sum_of_lanes(unsigned *sum)
{
    unsigned value = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x == 0) {
        *sum = value;
        printf("lanes: %u\n", value);
    }
}

// a functor by value
struct times_and_plus {
    unsigned factor, summand;
    __device__ unsigned operator()(unsigned x) const
    {
        return factor * x + summand;
    }
};

template <class Function> __global__ void apply(unsigned *data, Function function)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = function(data[i]);
}

// Device memory for n numbers and a few more after them.
struct buffers {
    unsigned *a, *b, *partial, *come, *sum;
    buffers()
    {
        HANDLE_ERROR(cudaMalloc(&a, n * sizeof *a));
        HANDLE_ERROR(cudaMalloc(&b, n * sizeof *b));
        HANDLE_ERROR(cudaMalloc(&partial, blocks * sizeof *partial));
        HANDLE_ERROR(cudaMalloc(&come, sizeof *come));
        HANDLE_ERROR(cudaMalloc(&sum, sizeof *sum));
        HANDLE_ERROR(cudaMemset(come, 0, sizeof *come));
    }
    buffers(const buffers &) = delete;
    buffers &operator=(const buffers &) = delete;
    ~buffers()
    {
        for (unsigned *pointer : {a, b, partial, come, sum})
            HANDLE_ERROR(cudaFree(pointer));
    }
    unsigned fetch(const unsigned *from) const
    {
        unsigned value;
        HANDLE_ERROR(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost));
        return value;
    }
};

// Runs all of them on in[0..n-1], the numbers 0 to n-1 in any order; out gets 3*x*x+1 of each, turned round in each
// block.
inline bool run_kernels(const buffers &dev, const unsigned *in, unsigned *out)
{
    HANDLE_ERROR(cudaMemcpy(dev.a, in, n * sizeof *in, cudaMemcpyHostToDevice));
    last_block_sum<<<blocks, threads>>>(dev.a, dev.partial, dev.come, dev.sum);
    HANDLE_ERROR(cudaGetLastError());
    bool right = dev.fetch(dev.sum) == n * (n - 1u) / 2;
    square<<<blocks, threads>>>(dev.a, dev.b);
    apply<<<blocks, threads>>>(dev.b, times_and_plus{3, 1});
    turn_round<unsigned, threads><<<blocks, threads>>>(dev.b);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev.b, n * sizeof *out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        unsigned x = in[i / threads * threads + threads - 1 - i % threads];
        right &= out[i] == 3 * x * x + 1;
    }
    sum_of_lanes<<<1, 32>>>(dev.sum);
    HANDLE_ERROR(cudaGetLastError());
    return right & (dev.fetch(dev.sum) == 31 * 32 / 2);
}
