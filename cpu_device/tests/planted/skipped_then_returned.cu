// SPDX-License-Identifier: MIT
// skipped_then_returned.cu: half of the threads go past the barrier, and return later: the return stands after the
// branch.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 32 threads wait in __syncthreads() at skipped_then_returned.cu:{barrier}: 0-31
// CPU says 32 threads have skipped this barrier, and have exited: 32-63
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void fold(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    if (t < threads / 2) {
        __syncthreads(); // {barrier}
        line[t] += line[threads - 1 - t];
    }
#else
    __syncthreads();
    if (t < threads / 2)
        line[t] += line[threads - 1 - t];
#endif
    if (t >= threads / 2)
        return;
    atomicAdd(&out[t], line[t]);
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev_out, 0, sizeof out);
    fold<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i < threads / 2 ? threads - 1 : 0))
            return 1;
#endif
    return error != cudaSuccess;
}
