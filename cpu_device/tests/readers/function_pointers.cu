// SPDX-License-Identifier: MIT
// function_pointers.cu: functions of the device by pointer, chosen on the host
// Feature: typedef of function pointers, __device__ tables, cudaMemcpyFromSymbol of a pointer, in a struct argument
#include <cstdio>
#include <vector>

typedef double (*op_t)(double, double);
template <typename T> using unary = T (*)(T);

__device__ double add(double a, double b)
{
    return a + b;
}
__device__ double mul(double a, double b)
{
    return a * b;
}
__device__ static double power(double a, double b)
{
    return pow(a, b);
}
template <typename T> __device__ T twice(T x)
{
    return x + x;
}
__device__ op_t p_add = add;
__device__ op_t p_mul = &mul;
__device__ op_t table[3] = {add, mul, power};
__constant__ unary<float> c_twice = twice<float>;

struct Job {
    op_t op;
    double a, b;
};
__global__ void run(const Job *jobs, double *r, int n)
{
    int i = threadIdx.x;
    if (i < n)
        r[i] = jobs[i].op(jobs[i].a, jobs[i].b);
}
__global__ void by_index(int k, double *r, op_t after)
{
    double v = (*table[k])(3, 4);
    op_t local[] = {mul, after};
    for (auto f : local)
        v = f(v, 2);
    *r = v + c_twice(1.5f);
}
template <op_t f> __global__ void fixed(double *r)
{
    r[threadIdx.x] = f(threadIdx.x, 2);
}

template <typename S> op_t fetch(const S &symbol)
{
    op_t f;
    cudaMemcpyFromSymbol(&f, symbol, sizeof(op_t));
    return f;
}

int main()
{
    op_t host_add = fetch(p_add), host_mul = fetch(p_mul);
    std::vector<Job> jobs;
    for (int i = 0; i < 32; i++)
        jobs.push_back({i % 3 ? host_add : host_mul, (double)i, 3.});
    Job *d;
    double *r, h[32];
    cudaMalloc(&d, jobs.size() * sizeof(Job)), cudaMalloc(&r, sizeof h);
    cudaMemcpy(d, jobs.data(), jobs.size() * sizeof(Job), cudaMemcpyHostToDevice);
    run<<<1, 32>>>(d, r, (int)jobs.size());
    cudaMemcpy(h, r, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += h[i] != (i % 3 ? i + 3 : i * 3);
    const double expected[] = {7 * 2 + 2 + 3, 12 * 2 + 2 + 3, 81 * 2 + 2 + 3};
    for (int k = 0; k < 3; k++) {
        by_index<<<1, 1>>>(k, r, host_add);
        cudaMemcpy(h, r, sizeof *h, cudaMemcpyDeviceToHost);
        wrong += h[0] != expected[k];
    }
    fixed<mul><<<1, 32>>>(r);
    cudaMemcpy(h, r, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 2 * i;
    printf("%d wrong\n", wrong);
    cudaFree(d), cudaFree(r);
    return wrong != 0;
}
