// SPDX-License-Identifier: MIT
// blocks_halo.cu: each element becomes the sum of its neighbours, in place: another block may have stored.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// CPU says write the results to a second array
// all exits 0
#include <stdio.h>

const int blocks = 8, threads = 64, n = blocks * threads;

__global__ void add_neighbours(const int *in, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    int sum = (i > 0 ? in[i - 1] : 0) + (i < n - 1 ? in[i + 1] : 0); // {read}
    __syncthreads();                                                 // the whole block has read
    out[i] = sum;                                                    // {write}
}

int main()
{
    int *dev_in, *dev_out, a[n];
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    if (cudaMalloc(&dev_in, sizeof a) != cudaSuccess || cudaMalloc(&dev_out, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_in, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    add_neighbours<<<blocks, threads>>>(dev_in, dev_in);
    cudaError_t error = cudaMemcpy(a, dev_in, sizeof a, cudaMemcpyDeviceToHost);
#else
    add_neighbours<<<blocks, threads>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(a, dev_out, sizeof a, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), a[threads]);
#ifdef FIXED
    for (int i = 0; i < n - 1; i++)
        if (a[i] != 2 * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
