// SPDX-License-Identifier: MIT
// race_two_reads.cu: two lines read what a third overwrites, and the barrier belongs after the last of the two.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {first}
// CPU says , after line {second}.
#include <stdio.h>

const int threads = 64;

__global__ void tiles(const int *in, int *out)
{
    __shared__ int tile[threads];
    int t = threadIdx.x;
    if (t < 2)
        tile[t] = t + 1;
    __syncthreads();
    int first = tile[0]; // {first}
    int last = tile[1];  // {second}
#if defined FIXED && !defined ADVISED
    __syncthreads();
#endif
    tile[t] = in[t]; // {write}
    __syncthreads();
    out[t] = tile[threads - 1 - t] + first + last;
}

int main()
{
    int in[threads], out[threads], *dev_in, *dev_out;
    for (int t = 0; t < threads; t++)
        in[t] = 10 * t;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    tiles<<<1, threads>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#if defined FIXED || defined ADVISED
    for (int t = 0; t < threads; t++)
        if (out[t] != 10 * (threads - 1 - t) + 3)
            return 1;
#endif
    return error != cudaSuccess;
}
