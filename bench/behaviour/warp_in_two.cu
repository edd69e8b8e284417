// SPDX-License-Identifier: MIT
// warp_in_two.cu: whether `volatile` hides a missing __syncwarp() when the warp has diverged before.
//
//     nvcc -O2 -arch=native -o warp_in_two bench/behaviour/warp_in_two.cu && ./warp_in_two
//
// The guess: without divergence always right; after a branch of different lengths the lanes meet again, and it is
// right, too.
#include <stdio.h>

#include "../../common/book.h"

const int blocks = 100000;

enum { together, after_a_branch, in_a_branch, after_a_loop, ways };

// Lanes that take part in the tree: all, or those of the branch.
__device__ void add(volatile int *sums, int lane)
{
    for (int i = 16; i > 0; i /= 2)
        if (lane < i)
            sums[lane] += sums[lane + i];
}

__global__ void sum(int way, unsigned *wrong, int rounds)
{
    __shared__ volatile int sums[32];
    int lane = threadIdx.x;
    sums[lane] = 0;
    __syncwarp();
    if (way == after_a_branch) {
        if (lane % 2) {
            for (int i = 0; i < rounds; ++i)
                sums[lane] += 0;
            sums[lane] = lane;
        } else {
            sums[lane] = lane;
        }
        add(sums, lane);
    } else if (way == in_a_branch) { // the lanes never meet before they add
        if (lane % 2) {
            sums[lane] = lane;
            add(sums, lane);
        } else {
            sums[lane] = lane;
            add(sums, lane);
        }
    } else if (way == after_a_loop) { // of a different number of rounds
        for (int i = 0; i < lane * rounds; ++i)
            sums[lane] += 0;
        sums[lane] = lane;
        add(sums, lane);
    } else {
        sums[lane] = lane;
        add(sums, lane);
    }
    __syncwarp();
    if (lane == 0 && sums[0] != 31 * 32 / 2)
        atomicAdd(wrong, 1);
}

int main(void)
{
    const char *names[ways] = {"the lanes never diverge", "after a branch of odd and even lanes",
                               "inside a branch of odd and even lanes", "after a loop of different lengths"};
    unsigned *wrong;
    HANDLE_ERROR(cudaMallocManaged(&wrong, sizeof *wrong));
    printf("%-44s wrong of %d warps\n", "a volatile tree without __syncwarp()", blocks);
    for (int way = 0; way < ways; ++way) {
        *wrong = 0;
        sum<<<blocks, 32>>>(way, wrong, 3);
        HANDLE_ERROR(cudaDeviceSynchronize());
        printf("%-44s %u\n", names[way], *wrong);
    }
    HANDLE_ERROR(cudaFree(wrong));
    return 0;
}
