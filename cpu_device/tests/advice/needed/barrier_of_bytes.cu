// SPDX-License-Identifier: MIT
// barrier_of_bytes.cu: a byte that another thread reads, in a word that both have written.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 256;

__global__ void mark(int *data)
{
    __shared__ unsigned char marks[n];
    int i = threadIdx.x;
    marks[i] = i;
    __syncthreads();
    data[i] = marks[i ^ 1];
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
