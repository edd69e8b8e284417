// SPDX-License-Identifier: MIT
// skipped_in_switch.cu: one case of a switch has a barrier, and no thread meets another one after it.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 32 threads wait in __syncthreads() at skipped_in_switch.cu:{barrier}: 0-31
// CPU says 64 threads have skipped this barrier, and have exited: 32-95
// all exits 0
#include <stdio.h>

const int threads = 96;

__global__ void by_warp(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifdef FIXED
    __syncthreads();
#endif
    switch (t / 32) {
    case 0:
#ifndef FIXED
        __syncthreads(); // {barrier}
#endif
        out[t] = line[t + 32];
        break;
    case 1: out[t] = 1; break;
    default: out[t] = 2;
    }
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev_out, 0, sizeof out);
    by_warp<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i < 32 ? i + 32 : i / 32))
            return 1;
#endif
    return error != cudaSuccess;
}
