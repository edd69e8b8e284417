// SPDX-License-Identifier: MIT
// guarded_divisions.cu: divisors that are 0 and never divide: behind a test, in a loop that does not run, in the branch
// that is not taken, and of floating-point numbers, where 0 is no error.
#include <math.h>
#include <stdio.h>

const int n = 1024;

__global__ void divide(const int *a, const int *b, int *result, int rows, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int quotient = b[i] != 0 ? a[i] / b[i] : -1, rest = b[i] != 0 ? a[i] % b[i] : -1;
    bool divides = b[i] != 0 && a[i] % b[i] == 0;
    int sum = 0;
    for (int k = 0; k < b[i]; k++) // b[i] times: 0 times where it is 0
        sum += a[i] / b[i];
    if (rows > 0) // columns is 0 here, too
        sum += i / columns + i % columns;
    float ratio = (float)a[i] / (float)b[i];
    result[i] = quotient + rest + divides + sum + (isfinite(ratio) ? 0 : 1000);
}

static int expected(int a, int b)
{
    if (b == 0)
        return -2 + 1000;
    return a / b + a % b + (a % b == 0) + b * (a / b);
}

int main()
{
    int *a;
    if (cudaMallocManaged(&a, 3 * n * sizeof(int)) != cudaSuccess)
        return 1;
    int *b = a + n, *result = b + n;
    for (int i = 0; i < n; i++) {
        a[i] = 3 * i + 1;
        b[i] = i % 4;
    }
    divide<<<n / 128, 128>>>(a, b, result, 0, 0);
    int wrong = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < n; i++)
        wrong += result[i] != expected(a[i], b[i]);
    if (wrong > 0)
        printf("%d wrong\n", wrong);
    cudaFree(a);
    return wrong > 0;
}
