// SPDX-License-Identifier: MIT
// waits_barrier_expects_more.cu: a cuda::barrier expects one thread more than the block has, so its phase never ends.
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel neighbours, block (0,0,0)
// CPU says 64 threads wait in wait() of a barrier at waits_barrier_expects_more.cu:{wait}: 0-63
// CPU says arrived, initialized at waits_barrier_expects_more.cu:{init}, expects 65 arrivals in a phase.
// CPU says In phase 0, 64 have come; 1 more must come.
// CPU says All threads of the block have arrived there.
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0) {
#ifdef FIXED
        init(&arrived, blockDim.x);
#else
        init(&arrived, blockDim.x + 1); // {init}
#endif
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait(); // {wait}
    out[threadIdx.x] = values[(threadIdx.x + 1) % threads];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 1) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
