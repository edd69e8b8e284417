// SPDX-License-Identifier: MIT
// product.cu: a matrix product as in textbooks. Its two loads come 2 * 128^3 times, which is 4,194,304.
#include <stdio.h>

const int n = 128, side = 8;

__global__ void product(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

int main()
{
    static float ones[n * n], out[n * n];
    float *a, *b, *c;
    cudaMalloc(&a, sizeof ones);
    cudaMalloc(&b, sizeof ones);
    cudaMalloc(&c, sizeof ones);
    for (int i = 0; i < n * n; i++)
        ones[i] = 1;
    cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemcpy(b, ones, sizeof ones, cudaMemcpyHostToDevice);
    product<<<dim3(n / side, n / side), dim3(side, side)>>>(a, b, c, n);
    cudaMemcpy(out, c, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    printf("%g\n", out[n]);
    return out[n] != n;
}
