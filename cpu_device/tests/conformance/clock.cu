// SPDX-License-Identifier: MIT
// clock.cu: clock64() goes forward, across barriers and sleep too; __nanosleep() comes back.

#include <stdio.h>

#include "../handle_error.h"

__global__ void look(int *backwards, long long *slept)
{
    __shared__ long long before[128];
    int t = threadIdx.x;
    long long last = clock64();
    for (int i = 0; i < 100; i++) {
        long long now = clock64();
        if (now < last)
            atomicAdd(&backwards[0], 1);
        last = now;
    }

    // one block is on one multiprocessor, and has one clock
    before[t] = clock64();
    __syncthreads();
    long long after = clock64();
    for (int i = 0; i < 128; i++)
        if (after < before[i])
            atomicAdd(&backwards[1], 1);

    long long start = clock64();
    __nanosleep(100000);
    __syncthreads();
    if (t == 0)
        *slept = clock64() - start;
}

// Waits for some time to pass, by looking at the clock.
__global__ void wait(int *out)
{
    long long start = clock64();
    while (clock64() - start < 10000)
        ;
    atomicAdd(out, 1);
}

int main(void)
{
    int out[3], *dev_out;
    long long slept, *dev_slept;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMalloc((void **)&dev_slept, sizeof slept));
    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
    look<<<1, 128>>>(dev_out, dev_slept);
    HANDLE_ERROR(cudaGetLastError());
    wait<<<4, 64>>>(dev_out + 2);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(&slept, dev_slept, sizeof slept, cudaMemcpyDeviceToHost));
    printf("backwards: %d in a thread, %d in a block\n", out[0], out[1]);
    printf("time passes in sleep: %s\n", slept > 0 ? "yes" : "no");
    printf("waited: %d threads\n", out[2]);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_slept));
    return 0;
}
