// SPDX-License-Identifier: MIT
// restrict_in_place.cu: a kernel promises by __restrict__ that its two arrays are different ones, and is launched to
// smooth an array in place.
// CPU finds restrict-broken
// CPU says kernel smooth, launched at restrict_in_place.cu:{launch}, gets one address for
// CPU says The kernel stores there at restrict_in_place.cu:{smooth}, and loads from there at restrict_in_place.cu:{smooth}.
// all exits 0
#include <stdio.h>

const int n = 64;

__global__ void smooth(const float *__restrict__ in, float *__restrict__ out, int n)
{
    for (int i = 1; i < n; i++)
        out[i] = (in[i - 1] + in[i]) / 2; // {smooth}
}

int main()
{
    float *a, *b, host[n];
    for (int i = 0; i < n; i++)
        host[i] = i;
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&b, sizeof host) != cudaSuccess ||
        cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(b, 0, sizeof host) != cudaSuccess)
        return 1;
#ifndef FIXED
    smooth<<<1, 1>>>(a, a, n); // {launch}
    cudaError_t error = cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
#else
    smooth<<<1, 1>>>(a, b, n);
    cudaError_t error = cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
#endif
    cudaFree(a);
    cudaFree(b);
    printf("%s, %g\n", cudaGetErrorString(error), host[n - 1]);
    return error != cudaSuccess;
}
