// SPDX-License-Identifier: MIT
// exit_in_callback_after_race.cu: a program that a host function in a stream ends has the status that its errors ask
// for.
// CPU exits 3
// CPU says Error: race on shared memory
// CPU says SUMMARY: 1 error, 0 warnings
#include <stdio.h>

#include "../handle_error.h"

__global__ void turn_round(int *a)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = cache[63 - threadIdx.x]; // no __syncthreads()
}

static void CUDART_CB leave(void *)
{
    exit(0);
}

int main(void)
{
    int *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, 64 * sizeof *dev));
    HANDLE_ERROR(cudaMemset(dev, 0, 64 * sizeof *dev));
    turn_round<<<1, 64>>>(dev);
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaLaunchHostFunc(0, leave, NULL));
    cudaDeviceSynchronize(); // does not come back
    return 1;
}
