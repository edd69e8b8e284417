// SPDX-License-Identifier: MIT
// templates.cu: kernels that are templates, by type and by value, given or deduced, of functions and of structs.

#include <stdio.h>

#include "../handle_error.h"

struct point {
    int x, y, z;
};

template <typename T> __global__ void size_of(int *out, T)
{
    *out = (int)sizeof(T);
}

template <int N, bool negative = false> __global__ void sum_to(int *out)
{
    int sum = 0;
    for (int i = 1; i <= N; i++)
        sum += i;
    *out = negative ? -sum : sum;
}

template <typename T, int N> __global__ void fill(T *out, T first)
{
    __shared__ T values[N];
    values[threadIdx.x] = first + (T)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[N - 1 - threadIdx.x];
}

// A pointer of any type selects one overload, every other argument the other.
template <typename T> __global__ void is_pointer(int *out, T)
{
    *out = 0;
}

template <typename T> __global__ void is_pointer(int *out, T *)
{
    *out = 1;
}

template <typename F> __global__ void apply(int *out, F f)
{
    *out = f(20);
}

struct multiply {
    int by;
    __device__ int operator()(int x) const
    {
        return x * by;
    }
};

template <typename T> struct launcher {
    static void launch(int *out, T value);
};

template <typename T> __global__ void from_a_class(int *out, T value)
{
    out[threadIdx.x] = (int)(value * 2);
}

template <typename T> void launcher<T>::launch(int *out, T value)
{
    from_a_class<T><<<1, 3>>>(out, value);
}

static int *dev_out;

static void show(const char *what)
{
    int out[4];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    printf("%s: %d %d %d %d\n", what, out[0], out[1], out[2], out[3]);
    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
}

#define SHOW(...)                                                                                                      \
    __VA_ARGS__;                                                                                                       \
    show(#__VA_ARGS__)

int main(void)
{
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, 4 * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_out, 0, 4 * sizeof(int)));
    short small = 3;

    SHOW(size_of<<<1, 1>>>(dev_out, small));
    SHOW(size_of<<<1, 1>>>(dev_out, 'c'));
    SHOW(size_of<<<1, 1>>>(dev_out, point{1, 2, 3}));
    SHOW(size_of<double><<<1, 1>>>(dev_out, 1));
    SHOW(sum_to<100><<<1, 1>>>(dev_out));
    SHOW(sum_to<(10 > 5 ? 4 : 5), true><<<1, 1>>>(dev_out));
    SHOW(fill<int, 4><<<1, 4>>>(dev_out, 10));
    SHOW(fill<short, 8><<<1, 8>>>((short *)dev_out, 1));
    SHOW(is_pointer<<<1, 1>>>(dev_out, 1));
    SHOW(is_pointer<<<1, 1>>>(dev_out, &small));
    SHOW(apply<<<1, 1>>>(dev_out, multiply{3}));
    SHOW(launcher<float>::launch(dev_out, 2.5f));
    SHOW(launcher<int>::launch(dev_out, 2));

    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
