// SPDX-License-Identifier: MIT
// race_two_writes.cu: two lines write what a third reads, and the barrier belongs after the last of the two.
// CPU exits 3
// CPU finds race-shared: writes {first}, reads {read}
// CPU says , after line {second}.
#include <stdio.h>

const int threads = 64;

__global__ void edges(const int *in, int *out)
{
    __shared__ int tile[threads + 2];
    int t = threadIdx.x;
    tile[t + 1] = in[t]; // {first}
    if (t < 2)
        tile[t * (threads + 1)] = 0; // {second}
#if defined FIXED && !defined ADVISED
    __syncthreads();
#endif
    out[t] = tile[t] + tile[t + 2]; // {read}
}

int main()
{
    int in[threads], out[threads], *dev_in, *dev_out;
    for (int t = 0; t < threads; t++)
        in[t] = t + 1;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    edges<<<1, threads>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#if defined FIXED || defined ADVISED
    for (int t = 0; t < threads; t++)
        if (out[t] != t + (t + 2 <= threads ? t + 2 : 0))
            return 1;
#endif
    return error != cudaSuccess;
}
