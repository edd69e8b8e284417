// SPDX-License-Identifier: MIT
// race_last_thread.cu: the last thread to arrive adds up what all have stored, but no fence puts their stores first.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum, block (0,0,0), parts
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_last_thread.cu:{write}
// fixed-racecheck exits 3
// fixed-racecheck prints Race reported
#include <stdio.h>

const int threads = 128;

__global__ void sum(int *out)
{
    __shared__ int parts[threads], done;
    int t = threadIdx.x;
    if (t == 0)
        done = 0;
    __syncthreads();
    parts[t] = t; // {write}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&done, 1) == threads - 1) {
        __threadfence_block();
        int total = 0;
        for (int i = 0; i < threads; i++)
            total += parts[i]; // {read}
        *out = total;
    }
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads * (threads - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
