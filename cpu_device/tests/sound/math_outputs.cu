// SPDX-License-Identifier: MIT
// math_outputs.cu: functions of the library write through pointers: into shared and global memory.
#include <math.h>
#include <stdio.h>

const int threads = 64;

__global__ void angles(float *sines, float *cosines, double *wholes, int *exponents)
{
    __shared__ float s[threads], c[threads], whole[threads];
    __shared__ double precise[threads];
    __shared__ int exponent[threads];
    int t = threadIdx.x;
    sincosf(t * 0.1f, &s[t], &c[t]);
    float fraction = modff(t * 0.3f, &whole[t]), mantissa = frexpf(t + 1.0f, &exponent[t]);
    double rest = modf(t * 0.7, &precise[t]);
    __syncthreads();
    int u = threads - 1 - t;
    sincosf(u * 0.1f, &sines[t], &cosines[t]);
    sines[t] -= s[u];
    cosines[t] -= c[u];
    wholes[t] = whole[u] + precise[u] + (fraction + rest + mantissa) * 0;
    frexpf(u + 1.0f, &exponents[t]);
    exponents[t] -= exponent[u];
}

__global__ void add(const float *sines, const float *cosines, const double *wholes, const int *exponents, double *sum)
{
    *sum = 0;
    for (int t = 0; t < threads; t++)
        *sum += fabsf(sines[t]) + fabsf(cosines[t]) + exponents[t] + wholes[t];
}

int main()
{
    float *reals;
    double *wholes, sum, right = 0;
    int *exponents;
    if (cudaMalloc(&reals, 2 * threads * sizeof *reals) != cudaSuccess ||
        cudaMalloc(&wholes, (threads + 1) * sizeof *wholes) != cudaSuccess ||
        cudaMalloc(&exponents, threads * sizeof *exponents) != cudaSuccess)
        return 1;
    angles<<<1, threads>>>(reals, reals + threads, wholes, exponents);
    add<<<1, 1>>>(reals, reals + threads, wholes, exponents, wholes + threads);
    if (cudaMemcpy(&sum, wholes + threads, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++)
        right += floorf(t * 0.3f) + floor(t * 0.7);
    cudaFree(reals);
    cudaFree(wholes);
    cudaFree(exponents);
    return sum != right;
}
