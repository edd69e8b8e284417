// SPDX-License-Identifier: MIT
// launch_arguments.cu: how kernels are named and called: overloads, pointers, namespaces; arguments that are converted.

#include <stdio.h>

#include "../handle_error.h"

struct point {
    int x, y;
    float weights[3];
};

__global__ void overloaded(int *out, int)
{
    *out = 1;
}

__global__ void overloaded(int *out, double)
{
    *out = 2;
}

__global__ void overloaded(int *out, const char *)
{
    *out = 3;
}

namespace outer
{
namespace inner
{
__global__ void deep(int *out)
{
    *out = 4;
}
} // namespace inner
} // namespace outer

static __global__ void by_value(int *out, point p)
{
    p.x += 1; // each thread changes its own copy
    p.weights[0] = p.weights[1] + p.weights[2];
    out[threadIdx.x] = p.x * 1000 + p.y + (int)p.weights[0];
}

__global__ void converted(int *out, double real, long long number, unsigned char byte, bool flag, const int *pointer)
{
    *out = (int)(real * 4) + (int)(number >> 32) + byte + flag + (pointer == nullptr);
}

__global__ void add(int *out, int what)
{
    *out += what;
}

__global__ void subtract(int *out, int what)
{
    *out -= what;
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
    point p = {5, 7, {0, 20, 3}};
    void (*pointer)(int *, int) = add;

    SHOW(overloaded<<<1, 1>>>(dev_out, 1));
    SHOW(overloaded<<<1, 1>>>(dev_out, 1.0));
    SHOW(overloaded<<<1, 1>>>(dev_out, (const char *)NULL));
    SHOW(outer::inner::deep<<<1, 1>>>(dev_out));
    SHOW(by_value<<<1, 4>>>(dev_out, p));
    SHOW(converted<<<1, 1>>>(dev_out, 3, 7ll << 32, 300 - 45, 17, NULL));
    SHOW(converted<<<1, 1>>>(dev_out, 0.75f, -1, 'a', false, 0));
    SHOW(converted<<<1, 1>>>(dev_out, small, small, 0, small == 3, nullptr));
    SHOW(converted<<<1, 1>>>(dev_out, 1, 2, 3, true, dev_out));
    SHOW(pointer<<<1, 1>>>(dev_out, 5));
    pointer = subtract;
    SHOW(pointer<<<1, 1>>>(dev_out, 5));
    SHOW(add<<<dim3(1), dim3(1, 1, 1), 0, 0>>>(dev_out, sizeof(int)));
    SHOW(add<<<1, 1, 0, nullptr>>>(dev_out, -1));

    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
