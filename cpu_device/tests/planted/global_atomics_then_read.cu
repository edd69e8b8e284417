// SPDX-License-Identifier: MIT
// global_atomics_then_read.cu: all threads find the largest value by atomicMax(), and each of them then reads it
// plainly, without a barrier.
// CPU exits 3
// CPU finds race-global: writes atomically {max}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 256;

__global__ void scale(const int *in, int *most, float *out)
{
    int t = threadIdx.x;
    atomicMax(most, in[t]); // {max}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = in[t] / (float)*most; // {read}
}

int main()
{
    int in[threads], *dev_in, *dev_most;
    float out[threads] = {}, *dev_out;
    for (int i = 0; i < threads; i++)
        in[i] = i + 1;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_most, sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_most, 0, sizeof(int)) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    scale<<<1, threads>>>(dev_in, dev_most, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_most);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != in[i] / (float)threads)
            return 1;
#endif
    return error != cudaSuccess;
}
