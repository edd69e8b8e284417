// SPDX-License-Identifier: MIT
// barrier_of_bytes.cu: neighbouring bytes of one word are different places.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 256;

__global__ void mark(int *data)
{
    __shared__ unsigned char marks[n];
    int i = threadIdx.x;
    marks[i] = i;
#ifndef FIXED
    __syncthreads(); // {line}
#endif
    marks[i] ^= 1;
    data[i] = marks[i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    mark<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i ^ 1);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
