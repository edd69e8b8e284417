// SPDX-License-Identifier: MIT
// same_value_volatile.cu: threads of all warps and blocks set the same volatile bytes and words to the same values, and
// others look at them all the while; nothing depends on whether they see it, but that whoever sees the last one set by
// a warp, after a fence, sees the first one too.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int threads = 96, blocks = 5;

__device__ volatile unsigned char first_set, last_set, marks[8];
__device__ int wrong, looks;

__global__ void run()
{
    __shared__ volatile unsigned char here[2];
    int t = threadIdx.x;
    if (t < 2)
        here[t] = 0;
    __syncthreads();
    first_set = 1;
    here[0] = 7;
    marks[t % 8] = t % 8;
    __threadfence();
    if (last_set == 1 || here[1] == 7) {
        bool near = here[1] == 7, far = last_set == 1;
        __threadfence();
        if ((far && first_set != 1) || (near && here[0] != 7))
            atomicAdd(&wrong, 1);
        atomicAdd(&looks, 1);
    }
    if (t % 32 > 20) {
        last_set = 1;
        here[1] = 7;
    }
    int mark = marks[(t + 3) % 8];
    if (mark != 0 && mark != (t + 3) % 8)
        atomicAdd(&wrong, 1);
}

int main()
{
    int result;
    unsigned char all[8];
    run<<<blocks, threads>>>();
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&result, wrong, sizeof result) != cudaSuccess || result != 0 ||
        cudaMemcpyFromSymbol(all, marks, sizeof all) != cudaSuccess)
        return 1;
    for (int i = 0; i < 8; i++)
        if (all[i] != i)
            return 1;
    return 0;
}
