// SPDX-License-Identifier: MIT
// blocks_very_many.cu: more blocks than 16 bits can number, each of a thread: all read one word and count in another,
// each writes its own byte; some hand a value to the block after them, and the last one to come overwrites what all
// have read.
#include <stdio.h>

const int blocks = 66000, apart = 64;

__device__ int common = 3, come;
__device__ unsigned char own[blocks];
__device__ int values[blocks / apart + 1];
__device__ volatile int flags[blocks / apart + 1];

__global__ void run()
{
    int b = blockIdx.x, value = common;
    own[b] = b % 251 + value;
    if (b % apart == 0) {
        values[b / apart] = b + value;
        __threadfence();
        flags[b / apart] = 1;
    } else if (b % apart == 1) {
        while (flags[b / apart] == 0)
            __nanosleep(20);
        __threadfence();
        values[b / apart]++;
    }
    __threadfence();
    if (atomicAdd(&come, 1) == blocks - 1) {
        __threadfence();
        common = values[0] + values[blocks / apart];
        come = 0;
    }
}

int main()
{
    static unsigned char result[blocks];
    static int all[blocks / apart + 1];
    int last;
    run<<<blocks, 1>>>();
    if (cudaMemcpyFromSymbol(result, own, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(all, values, sizeof all) != cudaSuccess ||
        cudaMemcpyFromSymbol(&last, common, sizeof last) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++)
        if (result[b] != b % 251 + 3 || (b % apart == 0 && all[b / apart] != b + 3 + (b + 1 < blocks)))
            return 1;
    return last != all[0] + all[blocks / apart];
}
