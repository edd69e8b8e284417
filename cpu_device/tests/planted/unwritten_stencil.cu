// SPDX-License-Identifier: MIT
// unwritten_stencil.cu: a stencil reads an array that nobody has filled, in three lines: one array, one report.
// CPU exits 3
// CPU finds uninitialized-global: reads {left}
// CPU says The same at unwritten_stencil.cu:{middle}
// CPU says The same at unwritten_stencil.cu:{right}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>

const int n = 1024;

__global__ void smooth(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n - 1)
        return;
    float sum = in[i - 1]; // {left}
    sum += in[i];          // {middle}
    sum += in[i + 1];      // {right}
    out[i] = sum / 3;
}

int main()
{
    float *in, *out, first = -1;
    if (cudaMalloc(&in, n * sizeof(float)) != cudaSuccess || cudaMalloc(&out, n * sizeof(float)) != cudaSuccess)
        return 1;
#ifdef FIXED
    cudaMemset(in, 0, n * sizeof(float));
#endif
    smooth<<<n / 256, 256>>>(in, out);
    cudaError_t error = cudaMemcpy(&first, out + 1, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", first);
    return error != cudaSuccess;
}
