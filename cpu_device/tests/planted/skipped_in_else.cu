// SPDX-License-Identifier: MIT
// skipped_in_else.cu: the threads that fill the edge have no barrier, those that smooth the middle have one.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 126 threads wait in __syncthreads() at skipped_in_else.cu:{barrier}: 1-126
// CPU says 2 threads have skipped this barrier, and have exited: 0, 127
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include <stdio.h>

const int threads = 128;

__global__ void smooth(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = 3 * t;
#ifndef FIXED
    if (t == 0 || t == threads - 1) {
        out[t] = line[t];
    } else {
        __syncthreads(); // {barrier}
        out[t] = (line[t - 1] + line[t] + line[t + 1]) / 3;
    }
#else
    __syncthreads();
    if (t == 0 || t == threads - 1)
        out[t] = line[t];
    else
        out[t] = (line[t - 1] + line[t] + line[t + 1]) / 3;
#endif
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev_out, 0, sizeof out);
    smooth<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != 3 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
