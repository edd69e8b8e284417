// SPDX-License-Identifier: MIT
// shared_declarations.cu: forms in which nvcc takes shared arrays: with __device__, at file scope too, and extern with
// a size, which is then static.
#include "../kernel_run.h"

#pragma nv_diag_suppress 20044 // its warning of the last
const int threads = 64, half = threads / 2;

__device__ __shared__ int at_file_scope[threads];
__shared__ __device__ int turned[threads];
static __device__ __shared__ int of_file[threads];

__global__ void turn(int *values)
{
    __device__ __shared__ int inside[threads];
    __shared__ __device__ int inside_turned[2][half], one;
    extern __shared__ int with_size[threads];
    extern __shared__ float rows[2][half];
    const int t = threadIdx.x;
    if (t == 0)
        one = 3;
    with_size[t] = values[t];
    __syncthreads();
    rows[t / half][t % half] = with_size[threads - 1 - t];
    __syncthreads();
    inside[t] = rows[1 - t / half][half - 1 - t % half];
    __syncthreads();
    inside_turned[t / half][t % half] = inside[threads - 1 - t];
    __syncthreads();
    at_file_scope[t] = inside_turned[1 - t / half][half - 1 - t % half];
    __syncthreads();
    turned[t] = at_file_scope[threads - 1 - t];
    __syncthreads();
    of_file[t] = turned[t] * one;
    __syncthreads();
    values[t] = of_file[threads - 1 - t];
}

template <class T, int n> __global__ void turn_any(T *values)
{
    extern __shared__ T part[n];
    part[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = part[n - 1 - threadIdx.x];
}

int main()
{
    int values[threads];
    for (int i = 0; i < threads; i++)
        values[i] = i;
    device_array<int> dev(threads, values);
    turn<<<1, threads>>>(dev);
    turn_any<int, threads><<<1, threads, sizeof values>>>(dev);
    return check(dev, [](int i) { return 3 * (threads - 1 - i); });
}
