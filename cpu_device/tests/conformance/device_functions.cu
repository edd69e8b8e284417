// SPDX-License-Identifier: MIT
// device_functions.cu: functions in device code: inline or not, for the host too, through pointers, as lambdas, in
// structs.

#include <stdio.h>

#include "../handle_error.h"

__device__ __noinline__ int add(int a, int b)
{
    return a + b;
}

__device__ __forceinline__ int subtract(int a, int b)
{
    return a - b;
}

static __device__ inline int multiply(int a, int b)
{
    return a * b;
}

__host__ __device__ int power(int base, int exponent)
{
    int result = 1;
    for (int i = 0; i < exponent; i++)
        result *= base;
    return result;
}

typedef int (*operation)(int, int);
__device__ operation chosen = multiply;
__device__ const operation operations[4] = {add, subtract, multiply, power};

__device__ void split(int number, int *tens, int &ones)
{
    *tens = number / 10;
    ones = number % 10;
}

__device__ int days(int month)
{
    static const int table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return table[month];
}

template <typename T> __host__ __device__ T square(T x)
{
    return x * x;
}

struct counter {
    int count;
    __host__ __device__ counter(int start) : count(start) {}
    __device__ counter &operator+=(int by)
    {
        count += by;
        return *this;
    }
    __device__ static int twice(int x)
    {
        return 2 * x;
    }
};

__host__ __device__ constexpr int cube(int x)
{
    return x * x * x;
}

__global__ void call(int *out, operation given)
{
    int t = threadIdx.x, tens, ones;
    *out++ = add(t, 1) + subtract(10, 3) + multiply(6, 7) + power(2, 10);
    for (operation f : operations)
        *out++ = f(7, 3);
    *out++ = given(20, 5);
    operation mine = t == 0 ? add : subtract;
    *out++ = mine(9, 4);
    split(57, &tens, ones);
    *out++ = tens + 100 * ones;
    *out++ = days(1) + 100 * days(11);
    *out++ = square(12) + (int)square(1.5f);
    counter c(5);
    c += 3;
    (c += 4) += 1;
    *out++ = c.count + 1000 * counter::twice(4);
    auto half = [](int x) { return x / 2; };
    *out++ = half(101);
    int offset = 7;
    auto shifted = [=](int x) { return x + offset; };
    auto shift = [&](int by) { offset += by; };
    shift(10);
    *out++ = shifted(1) + 100 * offset;
    __shared__ int array[cube(3)];
    array[26] = sizeof array / sizeof *array;
    *out++ = array[26];
}

int main(void)
{
    int out[16] = {0}, *dev_out;
    operation given;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&given, chosen, sizeof given));
    call<<<1, 1>>>(dev_out, given);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        printf("%d%c", out[i], i < 15 ? ' ' : '\n');
    printf("on the host: %d %d %d %d\n", power(3, 4), square(11), counter(6).count, cube(5));
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
