// SPDX-License-Identifier: MIT
// results_by_other_ways.cu: no result is copied by cudaMemcpy() from where it was written: one is in managed memory,
// one in mapped memory of the host, one in a variable, one goes through another allocation, and scratch memory is read
// by a later kernel.
#include <stdio.h>

const int n = 256;

__device__ int total;

__global__ void double_all(const int *in, int *scratch)
{
    scratch[threadIdx.x] = 2 * in[threadIdx.x];
}

__global__ void add_up(const int *scratch, int *managed, int *mapped, int *plain)
{
    managed[threadIdx.x] = scratch[threadIdx.x] + 1;
    mapped[threadIdx.x] = scratch[threadIdx.x] + 2;
    plain[threadIdx.x] = scratch[threadIdx.x] + 3;
    atomicAdd(&total, scratch[threadIdx.x]);
}

int main()
{
    int in[n], back[n], *dev_in, *scratch, *managed, *mapped, *plain, *other, sum;
    for (int i = 0; i < n; i++)
        in[i] = i;
    cudaMalloc((void **)&dev_in, sizeof in);
    cudaMalloc((void **)&scratch, sizeof in);
    cudaMalloc((void **)&plain, sizeof in);
    cudaMalloc((void **)&other, sizeof in);
    cudaMallocManaged((void **)&managed, sizeof in);
    cudaMallocHost((void **)&mapped, sizeof in);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    double_all<<<1, n>>>(dev_in, scratch);
    add_up<<<1, n>>>(scratch, managed, mapped, plain);
    cudaMemcpy(other, plain, sizeof in, cudaMemcpyDeviceToDevice);
    cudaMemcpy(back, other, sizeof in, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaDeviceSynchronize();
    bool right = sum == n * (n - 1);
    for (int i = 0; i < n; i++)
        right &= managed[i] == 2 * i + 1 && mapped[i] == 2 * i + 2 && back[i] == 2 * i + 3;
    cudaFree(dev_in);
    cudaFree(scratch);
    cudaFree(plain);
    cudaFree(other);
    cudaFree(managed);
    cudaFreeHost(mapped);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
