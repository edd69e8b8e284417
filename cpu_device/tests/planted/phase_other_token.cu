// SPDX-License-Identifier: MIT
// phase_other_token.cu: a thread waits at each of two barriers with the token of the other.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says at phase_other_token.cu:{wait}
// all exits 0
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64;

__global__ void two_tables(int *out)
{
    __shared__ int sines[threads], squares[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> first, second;
    if (threadIdx.x == 0) {
        init(&first, threads);
        init(&second, threads);
    }
    __syncthreads();
    sines[threadIdx.x] = threadIdx.x;
    auto of_first = first.arrive();
    squares[threadIdx.x] = threadIdx.x * threadIdx.x;
    auto of_second = second.arrive();
    int other = (threadIdx.x + 32) % threads;
#ifdef FIXED
    first.wait(std::move(of_first));
    int sum = sines[other];
    second.wait(std::move(of_second));
#else
    first.wait(std::move(of_second)); // {wait}
    int sum = sines[other];
    second.wait(std::move(of_first));
#endif
    out[threadIdx.x] = sum + squares[other];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    two_tables<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 32) % threads * ((i + 32) % threads + 1);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
