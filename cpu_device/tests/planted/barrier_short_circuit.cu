// SPDX-License-Identifier: MIT
// barrier_short_circuit.cu: if the left side of && is false, the barrier on the right side is skipped.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 100 threads wait in __syncthreads_or() at barrier_short_circuit.cu:{or}: 0-99
// CPU says 28 threads wait in __syncthreads() at barrier_short_circuit.cu:{all}: 100-127
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int n = 100, threads = 128;

__global__ void any_square(int *out, int square)
{
    int t = threadIdx.x, found = 0;
#ifndef FIXED
    if (t < n && __syncthreads_or(t * t == square)) // {or}
#else
    if (__syncthreads_or(t < n && t * t == square))
#endif
        found = 1;
    __syncthreads(); // {all}
    out[t] = found;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    any_square<<<1, threads>>>(dev_out, 49);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != 1)
            return 1;
#endif
    return error != cudaSuccess;
}
