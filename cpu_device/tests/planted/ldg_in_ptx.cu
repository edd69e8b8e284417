// SPDX-License-Identifier: MIT
// ldg_in_ptx.cu: each thread stores four values, and loads them again at once with ld.global.nc.
// CPU exits 3
// CPU finds stale-load: writes {write}, reads {read}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 16 bytes
#include <stdio.h>

const int threads = 64, n = 4 * threads;

__global__ void add(float *values, float *sums)
{
    int i = threadIdx.x;
    float a, b, c, d;
    reinterpret_cast<float4 *>(values)[i] = make_float4(1, 2, 3, i); // {write}
#ifndef FIXED
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" // {read}
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(values + 4 * i));
#else
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(values + 4 * i));
#endif
    sums[i] = a + b + c + d;
}

int main()
{
    float *values, *dev_sums, sums[threads];
    if (cudaMalloc(&values, n * sizeof *values) != cudaSuccess || cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess)
        return 1;
    add<<<1, threads>>>(values, dev_sums);
    cudaError_t error = cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(values);
    cudaFree(dev_sums);
    printf("%s, %g\n", cudaGetErrorString(error), sums[7]);
    return error != cudaSuccess || sums[7] != 13;
}
