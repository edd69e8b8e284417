// SPDX-License-Identifier: MIT
// smallest_integer.cu: the smallest integer divided by -1 is no division by zero: a GPU gives the smallest integer
// again, and the remainder 0.
#include <limits.h>
#include <stdio.h>

const int n = 64;

__global__ void divide(const int *a, const int *b, int *quotient, int *rest)
{
    int i = threadIdx.x;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

__global__ void divide_long(const long long *a, const long long *b, long long *quotient, long long *rest)
{
    int i = threadIdx.x;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

// Every second pair is INT_MIN and -1; the others are ordinary numbers.
template <class T> static int wrong_results(T smallest, void (*kernel)(const T *, const T *, T *, T *))
{
    T *a;
    if (cudaMallocManaged(&a, 4 * n * sizeof(T)) != cudaSuccess)
        return 1;
    T *b = a + n, *quotient = b + n, *rest = quotient + n;
    for (int i = 0; i < n; i++) {
        a[i] = i % 2 ? smallest : 100 + i;
        b[i] = i % 2 ? -1 : 7;
    }
    kernel<<<1, n>>>(a, b, quotient, rest);
    int wrong = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        wrong += quotient[i] != (i % 2 ? smallest : (100 + i) / 7);
        wrong += rest[i] != (i % 2 ? 0 : (100 + i) % 7);
    }
    cudaFree(a);
    return wrong;
}

int main()
{
    int wrong = wrong_results<int>(INT_MIN, divide) + wrong_results<long long>(LLONG_MIN, divide_long);
    if (wrong > 0)
        printf("%d wrong\n", wrong);
    return wrong > 0;
}
