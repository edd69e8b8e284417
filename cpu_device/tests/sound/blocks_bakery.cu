// SPDX-License-Identifier: MIT
// blocks_bakery.cu: Lamport's bakery: a lock of volatile words that each only one block writes, without atomics; full
// fences keep stores and the looks after them in order. It guards plain variables that all blocks change.
#include <stdio.h>

const int blocks = 6, turns = 5;

__device__ volatile int entering[blocks], numbers[blocks];
__device__ int sum, history[blocks * turns], entries;

__global__ void run()
{
    int me = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    for (int turn = 0; turn < turns; turn++) {
        entering[me] = 1;
        __threadfence();
        int highest = 0;
        for (int b = 0; b < blocks; b++) {
            int number = numbers[b];
            highest = number > highest ? number : highest;
        }
        numbers[me] = highest + 1;
        __threadfence();
        entering[me] = 0;
        __threadfence();
        for (int b = 0; b < blocks; b++) {
            while (entering[b] != 0)
                __nanosleep(20);
            __threadfence();
            int number;
            while ((number = numbers[b]) != 0 && (number < highest + 1 || (number == highest + 1 && b < me)))
                __nanosleep(20);
        }
        __threadfence();
        sum += me + 1;
        history[entries++] = me;
        __threadfence();
        numbers[me] = 0;
    }
}

int main()
{
    int result, all[blocks * turns], counts[blocks] = {};
    run<<<blocks, 32>>>();
    if (cudaMemcpyFromSymbol(&result, sum, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(all, history, sizeof all) != cudaSuccess || result != turns * blocks * (blocks + 1) / 2)
        return 1;
    for (int b : all)
        counts[b]++;
    for (int count : counts)
        if (count != turns)
            return 1;
    return 0;
}
