// SPDX-License-Identifier: MIT
// race_first_stores_others_add.cu: the first thread begins a sum, and the others add to it without waiting for that.
// CPU exits 3
// CPU finds race-shared: writes {begin}, reads {add}
// CPU says kernel add_up, block (0,0,0), sum
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int threads = 64;

__global__ void add_up(const int *x, int *out)
{
    __shared__ int sum;
    int t = threadIdx.x;
#ifdef FIXED
    if (t == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[t]);
#else
    if (t == 0)
        sum = x[t]; // {begin}
    else
        sum += x[t]; // {add}
#endif
    __syncthreads();
    if (t == 0)
        *out = sum;
}

int main()
{
    int x[threads], out = 0, right = 0, *dev_x, *dev_out;
    for (int i = 0; i < threads; i++)
        right += x[i] = 3 * i + 1;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice);
    add_up<<<1, threads>>>(dev_x, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    if (out != right)
        return 1;
#endif
    return error != cudaSuccess || right == 0;
}
