// SPDX-License-Identifier: MIT
// barrier_break.cu: each thread leaves the loop when its own value is done; the others wait in the loop.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 1 thread waits in __syncthreads() at barrier_break.cu:{after}: 0
// CPU says 63 threads wait in __syncthreads() at barrier_break.cu:{loop}: 1-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int threads = 64;

// How often t + 1 can be halved, rounded down, until it is 1.
__global__ void halvings(int *out)
{
    int value = threadIdx.x + 1, count = 0;
    for (;;) {
#ifndef FIXED
        if (value == 1)
            break;
        __syncthreads(); // {loop}
#else
        if (__syncthreads_and(value == 1))
            break;
#endif
        if (value > 1) {
            value /= 2;
            count++;
        }
    }
    __syncthreads(); // {after}
    out[threadIdx.x] = count;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    halvings<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if ((i + 1) >> out[i] != 1)
            return 1;
#endif
    return error != cudaSuccess;
}
