// SPDX-License-Identifier: MIT
// memory_local_array.cu: a loop over a thread's own array goes one round too far.
// CPU exits 1
// CPU finds index-out-of-bounds: at {write}
// CPU says kernel powers, block (0,0,0)
// CPU says index 8 of an array int [8]
// memcheck exits 3
// memcheck prints Invalid __local__ write of size 4 bytes
// memcheck prints in memory_local_array.cu:{write}
#include <stdio.h>

const int threads = 32;

// The sum of the powers t^0 to t^7, the highest first.
__global__ void powers(int *out, int count)
{
    int power[8], t = threadIdx.x % 4, value = 1;
#ifndef FIXED
    for (int i = 0; i <= count; i++) {
#else
    for (int i = 0; i < count; i++) {
#endif
        power[i] = value; // {write}
        value *= t;
    }
    int sum = 0;
    for (int i = count - 1; i >= 0; i--)
        sum += power[i];
    out[threadIdx.x] = sum;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    powers<<<1, threads>>>(dev_out, 8);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[3]);
#ifdef FIXED
    if (out[0] != 1 || out[1] != 8 || out[2] != 255 || out[3] != 3280)
        return 1;
#endif
    return error != cudaSuccess;
}
