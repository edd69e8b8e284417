// SPDX-License-Identifier: MIT
// 9 everyone: a barrier is for all threads of the block.
//
// This kernel swaps neighbours. If n ends within a block, some threads return, and the others wait at a barrier that
// not all threads of the block reach. NVIDIA's guide allows that since Volta, because __syncthreads() waits only for
// threads that have not exited. For earlier GPUs it required all threads of the block. Write the form that is right by
// both rules: make all threads reach the barrier, and still touch nothing beyond n. The judge counts: one load of
// global memory per warp.
//
//     ./run check everyone        ./run hint everyone
#include "judge/everyone.h"

__global__ void everyone(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    cache[threadIdx.x] = in[i];
    __syncthreads();
    int neighbour = i ^ 1;
    out[i] = cache[neighbour < n ? threadIdx.x ^ 1 : threadIdx.x];
}
