// SPDX-License-Identifier: MIT
// barrier_arms_in_one_line.cu: both branches of an if have a barrier, in the same line; half of each warp takes either.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 32 threads wait in __syncthreads() at barrier_arms_in_one_line.cu:{line}: 0-15, 32-47
// CPU says 32 threads wait in __syncthreads() (number 2 in the line) at barrier_arms_in_one_line.cu:{line}: 16-31, 48-63
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include <stdio.h>

const int threads = 64;

#define MEET(first)                                                                                                    \
    if (first)                                                                                                         \
        __syncthreads();                                                                                               \
    else                                                                                                               \
        __syncthreads()

__global__ void mirror(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    MEET(t % 32 < 16); // {line}
#else
    MEET(blockDim.x == threads);
#endif
    out[t] = line[threads - 1 - t];
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    mirror<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != threads - 1 - i)
            return 1;
#endif
    return error != cudaSuccess;
}
