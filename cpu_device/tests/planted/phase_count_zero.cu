// SPDX-License-Identifier: MIT
// phase_count_zero.cu: the barrier expects one arrival for each 256 threads, and the block has only 128.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says counts from 1 to 1048575 arrivals
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <cuda/barrier>
#include <stdio.h>

const int threads = 128;

__global__ void share(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0) {
#ifdef FIXED
        init(&arrived, threads);
#else
        init(&arrived, threads / 256);
#endif
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait();
    int sum = 0;
    for (int i = 0; i < threads; i++)
        sum += values[i];
    out[threadIdx.x] = sum;
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    share<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != threads * (threads - 1) / 2;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
