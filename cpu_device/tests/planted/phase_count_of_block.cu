// SPDX-License-Identifier: MIT
// phase_count_of_block.cu: the leader arrives for all threads of the block, and the barrier expects those of one
// warp.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says arrived: 64 more in phase 0, which expects 32 and lacks 32.
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
// synccheck exits 3
// synccheck prints Barrier error detected. Barrier overflow.
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64;

__global__ void broadcast(int *out)
{
    __shared__ int value;
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0)
        init(&arrived, 32);
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 7;
#ifdef FIXED
        (void)arrived.arrive(32);
#else
        (void)arrived.arrive(blockDim.x); // {arrive}
#endif
    }
    arrived.wait_parity(false);
    out[threadIdx.x] = value;
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    broadcast<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != 7;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
