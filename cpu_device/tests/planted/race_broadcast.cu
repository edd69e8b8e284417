// SPDX-License-Identifier: MIT
// race_broadcast.cu: thread 0 sets a variable for all, and nobody waits for it.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scale, block (0,0,0), factor
// all exits 0
#include <stdio.h>

const int threads = 128;

__global__ void scale(int *out)
{
    __shared__ int factor;
    int t = threadIdx.x;
    if (t == 0)
        factor = 3; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = t * factor; // {read}
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    scale<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != 3 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
