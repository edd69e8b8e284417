// SPDX-License-Identifier: MIT
// functors.cu: functors, structs with pointers, arrays by value and large arguments go to kernels; lambdas and objects
// with virtual functions within them; two launches that wait with different arguments.
#include <stdio.h>

const int n = 300;

struct view {
    int *data;
    int size, stride;
    __device__ int &operator[](int i) const
    {
        return data[i * stride];
    }
};

struct affine {
    int factor, offset;
    __host__ __device__ int operator()(int x) const
    {
        return factor * x + offset;
    }
};

struct polynomial {
    int coefficients[500]; // 2000 bytes of arguments
    int degree;
};

class shape
{
  public:
    __device__ virtual int area() const = 0;
};

class square : public shape
{
    int side;

  public:
    __device__ explicit square(int s) : side(s) {}
    __device__ int area() const override
    {
        return side * side;
    }
};

class line : public shape
{
  public:
    __device__ int area() const override
    {
        return 0;
    }
};

template <class Function> __global__ void apply(view v, Function f)
{
    auto both = [=](int i) { return f(v[i]) + f(0); };
    for (int i = threadIdx.x; i < v.size; i += blockDim.x)
        v[i] = both(i);
}

__global__ void evaluate(polynomial p, view v)
{
    int i = threadIdx.x, power = 1, sum = 0;
    square s(i);
    line l;
    const shape *shapes[2] = {&s, &l};
    p.coefficients[i % 3] += i; // its own copy
    for (int k = 0; k <= p.degree; k++, power *= 2)
        sum += p.coefficients[k] * power;
    v[i] = sum + shapes[i % 2]->area();
}

int main()
{
    static int host[2 * n];
    int *memory;
    if (cudaMalloc(&memory, sizeof host) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2 * n; i++)
        host[i] = i;
    cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice);
    view even = {memory, n, 2}, odd = {memory + 1, n, 2};
    apply<<<1, 64>>>(even, affine{3, 1});
    apply<<<1, 64>>>(odd, affine{-1, 2});
    polynomial p = {{1, 2, 3}, 2};
    evaluate<<<1, 10>>>(p, view{memory, 10, 1});
    p.coefficients[0] = 1000; // too late
    if (cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 10; i < 2 * n; i++)
        if (host[i] != (i % 2 ? -i + 4 : 3 * i + 2))
            return 1;
    for (int i = 0; i < 10; i++)
        if (host[i] != 17 + (i << i % 3) + (i % 2 ? 0 : i * i))
            return 1;
    return cudaFree(memory) != cudaSuccess;
}
