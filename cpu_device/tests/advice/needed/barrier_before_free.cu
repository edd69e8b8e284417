// SPDX-License-Identifier: MIT
// barrier_before_free.cu: thread 0 frees memory of the heap that all threads have read.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__global__ void pass(int *data)
{
    __shared__ int *list;
    int i = threadIdx.x;
    if (i == 0) {
        list = (int *)malloc(n * sizeof(int));
        for (int k = 0; k < n; k++)
            list[k] = 2 * k;
    }
    __syncthreads();
    data[i] = list[i];
    __syncthreads();
    if (i == 0)
        free(list);
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    pass<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 2 * i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
