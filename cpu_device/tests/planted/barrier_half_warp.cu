// SPDX-License-Identifier: MIT
// barrier_half_warp.cu: half a warp waits at a barrier, while the other half goes on to the next one.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 16 threads wait in __syncthreads() at barrier_half_warp.cu:{half}: 0-15
// CPU says 112 threads wait in __syncthreads() at barrier_half_warp.cu:{all}: 16-127
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in block.
#include <stdio.h>

const int threads = 128, border = 16;

__global__ void with_border(int *out)
{
    __shared__ int line[threads + border];
    int t = threadIdx.x;
    line[t + border] = t;
    if (t < border) {
        line[t] = t - border;
#ifndef FIXED
        __syncthreads(); // {half}
#endif
    }
    __syncthreads(); // {all}
    out[t] = line[t];
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    with_border<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != i - border)
            return 1;
#endif
    return error != cudaSuccess;
}
