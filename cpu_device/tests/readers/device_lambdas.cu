// SPDX-License-Identifier: MIT
// device_lambdas.cu: algorithms that take lambdas for the device
// Feature: variadic kernel templates, __device__ lambdas with captures, generic lambdas, std::forward, if constexpr
// Options: --extended-lambda
#include <cstdio>
#include <type_traits>
#include <utility>

template <class F, class... Args> __global__ void for_each_index(int n, F f, Args... args)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        f(i, args...);
}
template <class F, class... Args> void parallel_for(int n, F &&f, Args &&...args)
{
    for_each_index<<<(n + 127) / 128, 128>>>(n, std::forward<F>(f), std::forward<Args>(args)...);
}
template <class T, class Map, class Fold> __global__ void map_reduce(T *out, int n, Map map, Fold fold, T start)
{
    __shared__ T part[128];
    T v = start;
    for (int i = threadIdx.x; i < n; i += 128)
        v = fold(v, map(i));
    part[threadIdx.x] = v;
    for (int s = 64; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s)
            part[threadIdx.x] = fold(part[threadIdx.x], part[threadIdx.x + s]);
    }
    if (threadIdx.x == 0)
        *out = part[0];
}
struct Square {
    template <class T> __host__ __device__ T operator()(T v) const
    {
        if constexpr (std::is_same_v<T, float>)
            return v * v;
        else
            return v * v * 2;
    }
};
struct Field {
    float *data;
    int n;
    void fill(float v)
    {
        float *d = data;
        parallel_for(n, [=] __device__(int i) { d[i] = v * i; });
    }
};

int main()
{
    Square square;
    const int n = 10000;
    float *x, *y;
    long long *sum;
    cudaMallocManaged(&x, n * sizeof(float)), cudaMallocManaged(&y, n * sizeof(float)),
        cudaMallocManaged(&sum, sizeof *sum);
    Field{x, n}.fill(0.5f);
    parallel_for(n, [=] __device__(auto i) { y[i] = i; });
    parallel_for(
        n, [=] __device__(int i, float *out, float scale) { out[i] = square(x[i]) * scale + square(i % 3); }, y, 4.f);
    map_reduce<<<1, 128>>>(
        sum, n, [=] __device__(int i) { return (long long)i * i; },
        [] __device__(long long a, long long b) { return a + b; }, 0LL);
    cudaDeviceSynchronize();
    int wrong = *sum != (n - 1LL) * n * (2 * n - 1LL) / 6;
    for (int i = 0; i < n; i++)
        wrong += y[i] != square(0.5f * i) * 4.f + square(i % 3);
    printf("sum %lld, %d wrong\n", *sum, wrong);
    cudaFree(x), cudaFree(y), cudaFree(sum);
    return wrong != 0;
}
