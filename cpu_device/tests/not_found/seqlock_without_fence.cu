// SPDX-License-Identifier: MIT
// seqlock_without_fence.cu: a sequence lock whose writer has no fence before the second change of the number, so that a
// reader may see the new number and old data. The data are volatile, and the loads that retry look like loads that
// poll. Weak memory shows the wrong result.
// CPU exits 0
#include <stdio.h>

const int rounds = 60;

__device__ volatile unsigned number;
__device__ volatile int guarded[2];
__device__ int torn, kept;

__global__ void run()
{
    if (blockIdx.x == 0) {
        for (int round = 1; round <= rounds; round++) {
            number = 2 * round - 1;
            __threadfence();
            guarded[0] = round;
            guarded[1] = round;
            number = 2 * round; // a __threadfence() is missing before it
        }
        return;
    }
    for (int i = 0; i < rounds; i++) {
        unsigned before = number;
        __threadfence();
        int first = guarded[0], second = guarded[1];
        __threadfence();
        if (before % 2 != 0 || number != before)
            continue;
        atomicAdd(&kept, 1);
        if (first != second)
            atomicAdd(&torn, 1);
    }
}

int main()
{
    int result[2];
    run<<<4, 1>>>();
    if (cudaMemcpyFromSymbol(&result[0], torn, sizeof(int)) != cudaSuccess ||
        cudaMemcpyFromSymbol(&result[1], kept, sizeof(int)) != cudaSuccess)
        return 1;
    printf("%d of %d are torn\n", result[0], result[1]);
    return 0;
}
