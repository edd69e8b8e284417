// SPDX-License-Identifier: MIT
// phase_never_initialized.cu: nobody initializes the barrier of the second step.
// CPU exits 3
// CPU finds waits-for-ever
// CPU says second was never initialized, and threads use it: 0-63
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
// synccheck exits 3
// synccheck prints Barrier error detected. Missing init.
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64;

__global__ void two_steps(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> first, second;
    if (threadIdx.x == 0) {
        init(&first, threads);
#ifdef FIXED
        init(&second, threads);
#endif
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    first.arrive_and_wait();
    int other = values[(threadIdx.x + 32) % threads];
    second.arrive_and_wait(); // {wait}
    values[threadIdx.x] = other;
    out[threadIdx.x] = values[threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    two_steps<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 32) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
