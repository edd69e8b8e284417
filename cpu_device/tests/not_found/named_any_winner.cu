// SPDX-License-Identifier: MIT
// named_any_winner.cu: whoever finds no winner yet says that it is the winner, and any of them will do. A store that
// takes the place of one that came since the load is taken for a lost update.
// CPU exits 0
// CPU says Warning: lost update
#include <stdio.h>

__device__ volatile int winner = -1;

__global__ void race()
{
    if (winner == -1) {
        __nanosleep(100);
        winner = threadIdx.x;
    }
}

int main()
{
    race<<<1, 64>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
