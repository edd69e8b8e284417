// SPDX-License-Identifier: MIT
// restrict_kept.cu: kernels with __restrict__ that keep the promise: one array for two pointers, and nothing is stored
// there; parts of one array; a pointer that the launch does not use; one array in place, without __restrict__ on both,
// or where each thread loads an element before it stores it.
// Compiled with: -Wno-restrict
#include <stdio.h>

const int n = 128;

__global__ void add(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ sums)
{
    int i = threadIdx.x;
    sums[i] = a[i] + b[i];
}

__global__ void twice(const int *__restrict__ in, int *__restrict__ out)
{
    int i = threadIdx.x;
    out[i] = 2 * in[i];
}

__global__ void fill(const int *__restrict__ values, int *__restrict__ out, bool has_values)
{
    int i = threadIdx.x;
    out[i] = has_values ? values[i] : i;
}

__global__ void halve(const int *in, int *__restrict__ out)
{
    int i = threadIdx.x;
    out[i] = in[i] / 2;
}

int main()
{
    int *a, *sums, host[2 * n];
    if (cudaMalloc(&a, 2 * n * sizeof(int)) != cudaSuccess || cudaMalloc(&sums, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(a, a, false);
    add<<<1, n>>>(a, a, sums);
    twice<<<1, n>>>(a, a + n);
    twice<<<1, n / 2>>>(a, a + n / 2);
    halve<<<1, n>>>(a, a);
    twice<<<1, n>>>(a, a);
    halve<<<1, n>>>(a, a);
    cudaError_t error = cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    int last;
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, sums + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(sums);
    printf("%s, %d %d %d\n", cudaGetErrorString(error), host[1], host[2 * n - 1], last);
    return error != cudaSuccess || host[2 * n - 1] != 2 * (n - 1) || last != 2 * (n - 1);
}
