// SPDX-License-Identifier: MIT
// 2 reverse: the first barrier.
//
// One block, one thread for each element: reverse the array in place, so that the first element becomes the last. Each
// thread needs an element that another thread holds, and must not overwrite it before that thread has read it. CUDA
// does not say in which order the warps of a block run. __syncthreads() is the point where each thread waits for all
// the others. Shared memory is where the threads of a block leave values for one another.
//
//     ./run check reverse        ./run hint reverse
#include "judge/reverse.h"

__global__ void reverse(int *data)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = data[i];
    // your code
}
