// SPDX-License-Identifier: MIT
// phase_early_exit.cu: threads without an element return before they arrive at the barrier, which expects the whole
// block.
// CPU exits 3
// CPU finds waits-for-ever
// CPU says 100 threads wait in wait() of a barrier at phase_early_exit.cu:{wait}: 0-99
// CPU says arrived, initialized at phase_early_exit.cu:{init}, expects 128 arrivals in a phase. In phase 0, 100 have come; 28 more must come.
// CPU says Threads that have exited without arriving there: 100-127
// CPU says A thread that leaves before the others calls arrive_and_drop()
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>
#include <stdio.h>

const int threads = 128, elements = 100;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0)
        init(&arrived, threads); // {init}
    __syncthreads();
    if (threadIdx.x >= elements) {
#ifdef FIXED
        arrived.arrive_and_drop();
#endif
        return;
    }
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait(); // {wait}
    out[threadIdx.x] = values[(threadIdx.x + 1) % elements];
}

int main(void)
{
    int *dev, out[elements], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < elements; i++)
        wrong += out[i] != (i + 1) % elements;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
