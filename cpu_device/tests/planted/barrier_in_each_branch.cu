// SPDX-License-Identifier: MIT
// barrier_in_each_branch.cu: every thread meets a barrier, but not all of them the same one.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says kernel mirror, block (0,0,0), of 128 threads
// CPU says 64 threads wait in __syncthreads() at barrier_in_each_branch.cu:{lower}: 0-63
// CPU says 64 threads wait in __syncthreads() at barrier_in_each_branch.cu:{upper}: 64-127
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in block.
#include <stdio.h>

const int threads = 128;

__global__ void mirror(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    if (t < threads / 2) {
        line[t] = t;
#ifndef FIXED
        __syncthreads(); // {lower}
#endif
    } else {
        line[t] = -t;
#ifndef FIXED
        __syncthreads(); // {upper}
#endif
    }
#ifdef FIXED
    __syncthreads();
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
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i < threads / 2 ? i + 1 - threads : threads - 1 - i))
            return 1;
#endif
    return error != cudaSuccess;
}
