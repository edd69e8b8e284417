// SPDX-License-Identifier: MIT
// skipped_in_if.cu: the last thread has no right neighbour, so it goes past the branch that holds the barrier.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says kernel shift, block (0,0,0), of 256 threads
// CPU says 255 threads wait in __syncthreads() at skipped_in_if.cu:{barrier}: 0-254
// CPU says 1 thread has skipped this barrier, and has exited: 255
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include <stdio.h>

const int threads = 256;

__global__ void shift(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
    __syncthreads();
#ifndef FIXED
    if (t < threads - 1) {
        int next = line[t + 1];
        __syncthreads(); // {barrier}
        line[t] = next;
    }
#else
    int next = t < threads - 1 ? line[t + 1] : t;
    __syncthreads();
    line[t] = next;
#endif
    out[t] = line[t];
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev_out, 0, sizeof out);
    shift<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i < threads - 1 ? i + 1 : i))
            return 1;
#endif
    return error != cudaSuccess;
}
