// SPDX-License-Identifier: MIT
// dot_part.h: one GPU's part of a dot product: its elements of the two vectors, and a kernel that adds up the products.
//
//     struct dot_part part = make_part(gpu, gpus, n);   of n elements, on the current device
//     queue_dot(&part, stream);                         afterwards *part.sum, in device memory, is the sum of the part
//     free_part(&part);
//
// Each product is a whole number of 16 at most. A thread adds up fewer than 2^20 of them in a float, which is exact,
// and everything else is added up in double, which is exact up to 2^53. So the sum is the same whatever the order, and
// equals exact_dot(n) of dot_product.h.
#pragma once

#include "book.h"
#include "dot_product.h"

enum { dot_threads = 256 }; // a power of two, for the tree reduction

struct dot_part {
    size_t first; // of the whole vectors: `n` elements from this one on
    size_t n;
    float *a;
    float *b;
    double *sum;
    int blocks;
};

static __global__ void fill_part(float *a, float *b, size_t first, size_t n)
{
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        a[i] = element_of_a(first + i);
        b[i] = element_of_b(first + i);
    }
}

// A thread takes the pairs at its place in the grid, one grid further, and so on. Each block adds its sum to *result.
static __global__ void dot_of_part(const float *a, const float *b, size_t n, double *result)
{
    __shared__ double cache[dot_threads];
    float sum = 0;
#pragma unroll 4 // four loads of each vector are in flight at once
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];

        // this round is done before the next one reads
        __syncthreads();
    }

    if (threadIdx.x == 0)
        atomicAdd(result, cache[0]);
}

inline struct dot_part make_part(int gpu, int gpus, size_t n)
{
    struct dot_part part;
    part.first = n / gpus * gpu + n % gpus * gpu / gpus;
    part.n = n / gpus * (gpu + 1) + n % gpus * (gpu + 1) / gpus - part.first;

    int device;
    int multiprocessors;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    part.blocks = 8 * multiprocessors; // as many as can be resident at once

    size_t bytes = (part.n > 0 ? part.n : 1) * sizeof(float);
    HANDLE_ERROR(cudaMalloc((void **)&part.a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&part.b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&part.sum, sizeof(double)));
    fill_part<<<part.blocks, dot_threads>>>(part.a, part.b, part.first, part.n);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize()); // the streams that use them do not wait for the default stream
    return part;
}

inline void queue_dot(const struct dot_part *part, cudaStream_t stream)
{
    HANDLE_ERROR(cudaMemsetAsync(part->sum, 0, sizeof(double), stream)); // for the atomics to add to
    dot_of_part<<<part->blocks, dot_threads, 0, stream>>>(part->a, part->b, part->n, part->sum);
    HANDLE_ERROR(cudaGetLastError());
}

inline void free_part(const struct dot_part *part)
{
    HANDLE_ERROR(cudaFree(part->a));
    HANDLE_ERROR(cudaFree(part->b));
    HANDLE_ERROR(cudaFree(part->sum));
}
