// SPDX-License-Identifier: MIT
// 2 reverse: the first barrier.
//
// One block, a thread for each element: reverse the array in its place, so that the first element becomes the last.
// Each thread takes its own element and needs the place of another thread's, who must have taken its element by then.
// In what order the warps of a block run is nobody's promise: __syncthreads() is the point where each thread waits for
// all the others. Shared memory is where the threads of a block leave values for one another.
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
