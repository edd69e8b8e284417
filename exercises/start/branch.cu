// SPDX-License-Identifier: MIT
// 8 branch: a barrier that some threads skip.
//
// Each block finds the largest of its elements, one per thread, by a tree: in each round, the threads of the lower half
// compare their number with one of the upper half. The kernel is complete, and its result may well be right. But a
// thread with nothing left to compare does not come to the barrier, and a barrier in a branch is allowed only if all
// threads of the block take that branch. Check it first, and read the report: which threads skip which line? Then mend
// the kernel: all threads reach every barrier, and still only half of them compare. A block has a power of two of
// threads. The judge counts: one load of global memory per warp.
//
//     ./run check branch        ./run hint branch
#include "judge/branch.h"

__global__ void branch(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = in[i + blockIdx.x * blockDim.x];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (i < half) {
            cache[i] = max(cache[i], cache[i + half]);
            __syncthreads();
        }
    }
    if (i == 0)
        out[blockIdx.x] = cache[0];
}
