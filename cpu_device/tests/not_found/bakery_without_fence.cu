// SPDX-License-Identifier: MIT
// bakery_without_fence.cu: Lamport's bakery lock in volatile words. After the last wait there is no fence, so the sum
// may be read as it was before the previous block changed it. Earlier in its turn each block has a fence after it has
// read the same words, and here those reads have found the lock free.
// CPU exits 0
#include <stdio.h>

const int blocks = 3, turns = 4;

__device__ volatile int entering[blocks], numbers[blocks];
__device__ int sum;

__global__ void take_turns()
{
    const int me = blockIdx.x;
    for (int turn = 0; turn < turns; turn++) {
        int highest = 0;
        entering[me] = 1;
        __threadfence();
        for (int b = 0; b < blocks; b++)
            highest = max(highest, numbers[b]);
        numbers[me] = highest + 1;
        __threadfence();
        entering[me] = 0;
        __threadfence();
        for (int b = 0; b < blocks; b++) {
            while (entering[b] != 0)
                __nanosleep(20);
            __threadfence();
            for (int n; (n = numbers[b]) != 0 && (n < highest + 1 || (n == highest + 1 && b < me));)
                __nanosleep(20);
        }
        sum += me + 1;
        __threadfence();
        numbers[me] = 0;
    }
}

int main()
{
    take_turns<<<blocks, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
