// SPDX-License-Identifier: MIT
// 23 too_many: a barrier too many.
//
// In each round, each thread adds the value of its right neighbour to its own. This kernel is right: it finds the
// values of a round in one buffer, and stores those of the next round in the other. But its author was afraid, and put
// a barrier after each line. A barrier makes all threads wait for the slowest one, so take out each that orders
// nothing: where no thread reads or overwrites after it what another thread has stored or read before it, or where
// another barrier does the same. The device reports a race if you take out too much, and each barrier that you could
// still take out if you take out too little. The judge counts: two barriers per round, and one more, are enough,
// whatever they are called.
//
//     ./run check too_many        ./run hint too_many
#include "judge/too_many.h"

__global__ void too_many(int *data, int rounds)
{
    __shared__ int buffers[2][most_threads];
    int i = threadIdx.x, n = blockDim.x;
    buffers[0][i] = data[i];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        int *from = buffers[round % 2], *to = buffers[(round + 1) % 2];
        __syncthreads();
        int right = i + 1 < n ? from[i + 1] : 0;
        __syncthreads();
        to[i] = from[i] + right;
        __syncthreads();
    }
    __syncthreads();
    data[i] = buffers[rounds % 2][i];
}
