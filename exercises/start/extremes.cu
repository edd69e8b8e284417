// SPDX-License-Identifier: MIT
// 27 extremes: a counter that hands over.
//
// Find the smallest and the largest element in one launch. Each block finds those of its own elements (that is done
// here), stores them in pairs[blockIdx.x], and counts itself in *count. The block that counts last knows that all
// blocks have stored. But does it see what they stored? Only if each count releases what came before it, and the last
// one acquires what the others released, both at the scope of the whole device. cuda::atomic_ref lets you say that
// where you count. A thread acquires for itself; a barrier hands that on to the other threads of its block. The last
// block stores the result in *all. The judge launches the kernel twice with the same pairs and the same counter: the
// kernel sets the counter back to 0. The judge counts: four atomic operations on global memory per block at most, and
// the last block reads all pairs.
//
//     ./run check extremes        ./run hint extremes
#include <cuda/atomic>

#include "judge/extremes.h"

__global__ void extremes(const int *in, struct pair *pairs, unsigned *count, struct pair *all, int n)
{
    __shared__ int low, high; // of the block
    if (threadIdx.x == 0) {
        low = 1 << 30;
        high = -1;
    }
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        atomicMin(&low, in[i]);
        atomicMax(&high, in[i]);
    }
    __syncthreads();
    // your code: the last block stores the extremes of all blocks in *all
}
