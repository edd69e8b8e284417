// SPDX-License-Identifier: MIT
// streams_flag_after_launch.cu: a kernel tells another stream that the kernel before it has filled an array.
#include <stdio.h>

const int n = 256;

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

__global__ void tell(volatile int *flag)
{
    __threadfence();
    *flag = 1;
}

__global__ void reverse(const int *data, volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        while (*flag == 0)
            ;
        __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[n - 1 - threadIdx.x];
}

int main(void)
{
    int *data, *flag, *dev_out, out[n], wrong = 0;
    cudaStream_t streams[2];
    if (cudaMalloc(&data, n * sizeof(int)) || cudaMalloc(&flag, sizeof(int)) || cudaMalloc(&dev_out, sizeof out) ||
        cudaMemset(flag, 0, sizeof(int)) || cudaDeviceSynchronize())
        return 77;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    fill<<<1, n, 0, streams[0]>>>(data);
    tell<<<1, 1, 0, streams[0]>>>(flag);
    reverse<<<1, n, 0, streams[1]>>>(data, flag, dev_out);
    cudaDeviceSynchronize();
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != n - 1 - i;
    printf("%d wrong\n", wrong);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(data);
    cudaFree(flag);
    cudaFree(dev_out);
    return wrong != 0;
}
