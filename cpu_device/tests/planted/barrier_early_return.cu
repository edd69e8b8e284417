// SPDX-License-Identifier: MIT
// barrier_early_return.cu: threads with nothing to do return before the barrier; a GPU lets the others pass.
// CPU finds barrier-left
// CPU says kernel reverse, block (0,0,0)
// CPU says 56 of 256 threads have exited
// CPU says 200 threads wait in __syncthreads() at barrier_early_return.cu:{barrier}: 0-199
// all exits 0
#include <stdio.h>

const int n = 200;

__global__ void reverse(int *out)
{
    __shared__ int line[n];
    int t = threadIdx.x;
#ifndef FIXED
    if (t >= n)
        return;
#endif
    if (t < n)
        line[t] = t;
    __syncthreads(); // {barrier}
    if (t < n)
        out[t] = line[n - 1 - t];
}

int main()
{
    int *dev_out, out[n] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    reverse<<<1, 256>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != n - 1 - i)
            return 1;
#endif
    return error != cudaSuccess;
}
