// SPDX-License-Identifier: MIT
// copied_last_left_out.cu: the test for the end of the array is off by one, and the last element is never written.
// CPU exits 3
// CPU finds uninitialized-on-host
// CPU says it reads byte 252 of the copy at copied_last_left_out.cu:{read}
// CPU says 4 of the 256 bytes that cudaMemcpyAsync() copied at copied_last_left_out.cu:{copy}
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>

const int n = 64;

__global__ void halves(float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
    if (i < count - 1)
#else
    if (i < count)
#endif
        out[i] = 0.5f * (i + 1);
}

int main()
{
    float *out, *dev_out, sum = 0;
    cudaMallocHost((void **)&out, n * sizeof(float));
    cudaMalloc((void **)&dev_out, n * sizeof(float));
    halves<<<2, 32>>>(dev_out, n);
    cudaMemcpyAsync(out, dev_out, n * sizeof(float), cudaMemcpyDeviceToHost); // {copy}
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        sum += out[i]; // {read}
    printf("%g\n", sum);
    cudaFree(dev_out);
    cudaFreeHost(out);
#ifdef FIXED
    return sum != 0.5f * n * (n + 1) / 2;
#endif
    return 0;
}
