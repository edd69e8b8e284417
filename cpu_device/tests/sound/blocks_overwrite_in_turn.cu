// SPDX-License-Identifier: MIT
// blocks_overwrite_in_turn.cu: blocks with numbers that they draw pass one buffer on: each waits for the one before,
// reads the buffer with all its threads, each of them several elements, and overwrites what that one and it have read.
#include "../kernel_run.h"

const int threads = 48, blocks = 14, n = 100;

__device__ int begun, buffer[n], sums[blocks];
__device__ volatile int done;

__global__ void pass_on()
{
    __shared__ int number, seen[threads];
    int t = threadIdx.x;
    if (t == 0) {
        number = atomicAdd(&begun, 1);
        while (done != number)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    int sum = 0;
    for (int i = t; i < n; i += threads)
        sum += buffer[i];
    seen[t] = sum;
    __syncthreads();
    for (int i = t; i < n; i += threads)
        buffer[n - 1 - i] = number * 10 + i % 10;
    if (t == threads - 1) {
        int all = 0;
        for (int i = 0; i < threads; i++)
            all += seen[i];
        sums[number] = all;
    }
    __syncthreads();
    if (t == threads / 2) {
        __threadfence();
        done = number + 1;
    }
}

int main()
{
    pass_on<<<blocks, threads>>>();
    return check(variable(sums), [](int block) { return block == 0 ? 0 : (block - 1) * 10 * n + n / 10 * 45; });
}
