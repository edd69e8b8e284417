// SPDX-License-Identifier: MIT
// warp_last_five_steps.cu: the product of a warp's factors, in five steps that do not wait for one another.
// CPU exits 3
// CPU finds race-global: writes {step}, reads {step}
// all exits 0
#include <stdio.h>

__global__ void multiply(float *factors)
{
    unsigned lane = threadIdx.x % 32;
    float *mine = factors + threadIdx.x;
    for (unsigned half = 16; half > 0; half /= 2) {
        if (lane < half)
            *mine *= mine[half]; // {step}
#ifdef FIXED
        __syncwarp();
#endif
    }
}

int main()
{
    const int warps = 3, n = 32 * warps;
    float *dev_factors, factors[n];
    for (int i = 0; i < n; i++)
        factors[i] = i % 2 ? 2.0f : 0.5f + i / 32;
    if (cudaMalloc(&dev_factors, sizeof factors) != cudaSuccess ||
        cudaMemcpy(dev_factors, factors, sizeof factors, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    multiply<<<1, n>>>(dev_factors);
    cudaError_t error = cudaMemcpy(factors, dev_factors, sizeof factors, cudaMemcpyDeviceToHost);
    cudaFree(dev_factors);
    printf("%s, %g\n", cudaGetErrorString(error), factors[0]);
#ifdef FIXED
    if (factors[0] != 1 || factors[32] != 43046721)
        return 1;
#endif
    return error != cudaSuccess;
}
