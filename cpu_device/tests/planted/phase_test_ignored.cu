// SPDX-License-Identifier: MIT
// phase_test_ignored.cu: a thread asks once whether the phase is over, and does not look at the answer.
// CPU exits 3
// CPU finds race-shared
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda_awbarrier_primitives.h>
#include <stdio.h>

const int threads = 64;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ __mbarrier_t arrived;
    if (threadIdx.x == 0)
        __mbarrier_init(&arrived, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x; // {store}
    __mbarrier_token_t token = __mbarrier_arrive(&arrived);
#ifdef FIXED
    while (!__mbarrier_test_wait(&arrived, token))
        ;
#else
    __mbarrier_test_wait(&arrived, token);
#endif
    out[threadIdx.x] = values[(threadIdx.x + 32) % threads]; // {load}
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
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
