// SPDX-License-Identifier: MIT
// waits_one_block_returned.cu: blocks count themselves until all have come, but the last one had nothing to do and has
// returned. Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU says Error: a kernel waits for ever
// CPU says kernel shift, block (0,0,0), and 1 other block
// CPU says 1 thread spins at waits_one_block_returned.cu:{poll} on the __device__ variable come: 0
// CPU says 31 threads wait in __syncthreads() at waits_one_block_returned.cu:{meet}: 1-31
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include <stdio.h>

const int blocks = 3, threads = 32, n = (blocks - 1) * threads;

__device__ int come;

__device__ void meet_all(void)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&come, 1);
        while (atomicAdd(&come, 0) < (int)gridDim.x) // {poll}
            ;
        __threadfence();
    }
    __syncthreads(); // {meet}
}

__global__ void shift(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef MENDED
    if (i >= n)
        return;
#endif
    int next = i < n ? data[(i + 1) % n] : 0;
    meet_all();
    if (i < n)
        data[i] = next;
}

int main(void)
{
    int *dev, data[n], wrong = 0;
    for (int i = 0; i < n; i++)
        data[i] = i;
    if (cudaMalloc(&dev, sizeof data) != cudaSuccess)
        return 77;
    cudaMemcpy(dev, data, sizeof data, cudaMemcpyHostToDevice);
    shift<<<blocks, threads>>>(dev);
    cudaMemcpy(data, dev, sizeof data, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += data[i] != (i + 1) % n;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
    return wrong != 0;
}
