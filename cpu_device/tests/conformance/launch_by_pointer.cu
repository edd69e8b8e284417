// SPDX-License-Identifier: MIT
// launch_by_pointer.cu: kernels launched by their address, with the addresses of the arguments; overloads, templates,
// structs, default arguments, kernels of other scopes, and what CUDA tells of a kernel by its address.

#include <stdio.h>

#include "../handle_error.h"

struct shape {
    float width, height;
    char name[5];
};

template <class T, int n> struct vector {
    T of[n];
};

__global__ void fill(int *out, int value)
{
    out[threadIdx.x] = value + threadIdx.x;
}

__global__ void fill(double *out, double value, int = 0) // the last one has no name
{
    out[threadIdx.x] = value * threadIdx.x;
}

template <class T, int n> __global__ void add(vector<T, n> v, const T factor, T *out)
{
    for (int i = 0; i < n; i++)
        out[i] = factor * v.of[i];
}

template <class... Values> __global__ void count(int *out, Values... values)
{
    *out = sizeof...(values);
}

__device__ int twice(int x)
{
    return 2 * x;
}

template <class Function> __global__ void apply(Function function, int *out)
{
    *out = function(*out);
}

struct add_number {
    int number;
    __device__ int operator()(int x) const
    {
        return twice(x) + number;
    }
};

namespace shapes
{
static __global__ void area(shape s, unsigned, float *out, float const *__restrict__ factor)
{
    *out = s.width * s.height * *factor + s.name[3];
}
} // namespace shapes

extern "C" __global__ void __launch_bounds__(128) dynamic(int out[], int n)
{
    extern __shared__ int memory[];
    memory[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        *out = 0;
        for (int i = 0; i < n; i++)
            *out += memory[i];
    }
}

__global__ void nothing(void) {}

int main(void)
{
    int *dev_ints, ints[4], value = 40;
    double *dev_doubles, doubles[4], half = 0.5;
    float *dev_floats, floats[4];
    HANDLE_ERROR(cudaMalloc(&dev_ints, sizeof ints));
    HANDLE_ERROR(cudaMalloc(&dev_doubles, sizeof doubles));
    HANDLE_ERROR(cudaMalloc(&dev_floats, sizeof floats));

    void *of_fill[] = {&dev_ints, &value};
    HANDLE_ERROR(cudaLaunchKernel((void *)(void (*)(int *, int))fill, dim3(1), dim3(4), of_fill, 0, 0));
    HANDLE_ERROR(cudaMemcpy(ints, dev_ints, sizeof ints, cudaMemcpyDeviceToHost));
    printf("fill int: %d %d %d %d\n", ints[0], ints[1], ints[2], ints[3]);

    int unused = 0;
    void (*fill_doubles)(double *, double, int) = fill;
    void *of_doubles[] = {&dev_doubles, &half, &unused};
    HANDLE_ERROR(cudaLaunchKernel(fill_doubles, 1, 4, of_doubles));
    HANDLE_ERROR(cudaMemcpy(doubles, dev_doubles, sizeof doubles, cudaMemcpyDeviceToHost));
    printf("fill double: %g %g %g %g\n", doubles[0], doubles[1], doubles[2], doubles[3]);

    vector<float, 3> v = {{1, 2, 3}};
    float factor = 1.5f;
    void *of_add[] = {&v, &factor, &dev_floats};
    HANDLE_ERROR(cudaLaunchKernel((const void *)add<float, 3>, 1, 1, of_add, 0, cudaStreamLegacy));
    HANDLE_ERROR(cudaMemcpy(floats, dev_floats, 3 * sizeof *floats, cudaMemcpyDeviceToHost));
    printf("add: %g %g %g\n", floats[0], floats[1], floats[2]);

    char letter = 'a';
    void *of_count[] = {&dev_ints, &letter, &half, &value};
    HANDLE_ERROR(cudaLaunchKernel(count<char, double, int>, 1, 1, of_count));
    HANDLE_ERROR(cudaMemcpy(ints, dev_ints, sizeof(int), cudaMemcpyDeviceToHost));
    printf("count: %d\n", ints[0]);

    add_number function = {36};
    void *of_apply[] = {&function, &dev_ints};
    HANDLE_ERROR(cudaLaunchKernel(apply<add_number>, 1, 1, of_apply));
    HANDLE_ERROR(cudaMemcpy(ints, dev_ints, sizeof(int), cudaMemcpyDeviceToHost));
    printf("apply: %d\n", ints[0]);

    shape s = {2, 8, "disc"};
    unsigned number = 0;
    float *dev_factor = dev_floats + 1;
    void *of_area[] = {&s, &number, &dev_floats, &dev_factor};
    HANDLE_ERROR(cudaLaunchKernel(shapes::area, 1, 1, of_area));
    HANDLE_ERROR(cudaMemcpy(floats, dev_floats, sizeof(float), cudaMemcpyDeviceToHost));
    printf("area: %g\n", floats[0]);

    const void *kernels[] = {(const void *)dynamic, (const void *)nothing};
    int n = 100;
    void *of_dynamic[] = {&dev_ints, &n};
    HANDLE_ERROR(cudaLaunchKernel(kernels[0], 1, n, of_dynamic, n * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(ints, dev_ints, sizeof(int), cudaMemcpyDeviceToHost));
    printf("dynamic: %d\n", ints[0]);
    HANDLE_ERROR(cudaLaunchKernel(kernels[1], 1, 1, nullptr));
    HANDLE_ERROR(cudaFuncSetAttribute(kernels[0], cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    HANDLE_ERROR(cudaLaunchKernel(kernels[0], 1, n, of_dynamic, 100 * 1024));
    cudaFuncAttributes attributes;
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, kernels[0]));
    printf("at most %d threads, %d bytes\n", attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes);

    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 4;
    HANDLE_ERROR(cudaLaunchKernelExC(&config, (void *)(void (*)(int *, int))fill, of_fill));
    HANDLE_ERROR(cudaLaunchKernelEx(&config, (void (*)(int *, int))fill, dev_ints, 'A')); // converted to int
    HANDLE_ERROR(cudaMemcpy(ints, dev_ints, sizeof ints, cudaMemcpyDeviceToHost));
    printf("fill int: %d %d %d %d\n", ints[0], ints[1], ints[2], ints[3]);

    printf("no kernel: %s\n", cudaGetErrorName(cudaLaunchKernel((void *)&value, 1, 1, of_fill)));
    printf("too many threads: %s\n", cudaGetErrorName(cudaLaunchKernel(kernels[1], 1, 2000, nullptr)));
    printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(dev_ints));
    HANDLE_ERROR(cudaFree(dev_doubles));
    HANDLE_ERROR(cudaFree(dev_floats));
    return 0;
}
