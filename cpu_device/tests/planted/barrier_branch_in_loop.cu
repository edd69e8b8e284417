// SPDX-License-Identifier: MIT
// barrier_branch_in_loop.cu: the barrier is in a branch of a loop which all threads go through equally often; half of
// them reach only the barrier after the loop.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says take it out of the branch or loop
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in block.
#include <stdio.h>

const int threads = 64;

__global__ void reduce(int *out)
{
    __shared__ int cells[threads];
    int t = threadIdx.x;
    cells[t] = t;
    __syncthreads();
    for (int i = threads / 2; i != 0; i /= 2) {
        if (t < i) {
            cells[t] += cells[t + i];
#ifndef FIXED
            __syncthreads();
#endif
        }
#ifdef FIXED
        __syncthreads();
#endif
    }
    __syncthreads();
    if (t == 0)
        *out = cells[0];
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    reduce<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    return out != threads * (threads - 1) / 2;
#else
    return 0;
#endif
}
