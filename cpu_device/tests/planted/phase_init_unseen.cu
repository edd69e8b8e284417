// SPDX-License-Identifier: MIT
// phase_init_unseen.cu: no barrier of the block stands between the initialization and the first arrival.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says arrived was initialized by thread (0,0,0), at phase_init_unseen.cu:{init}
// racecheck exits 3
// racecheck prints Error: Race reported between
// synccheck exits 3
// synccheck prints Barrier error detected. Missing init.
#include <cuda/barrier>
#include <stdio.h>

const int threads = 128;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0)
        init(&arrived, threads); // {init}
#ifdef FIXED
    __syncthreads();
#endif
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait();
    out[threadIdx.x] = values[(threadIdx.x + 64) % threads];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 64) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
