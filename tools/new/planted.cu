// SPDX-License-Identifier: MIT
// NAME.cu: each thread reads its neighbour's number without a barrier after the stores.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel shift, block (0,0,0), cache[0]
#include <stdio.h>

const int n = 256;

__global__ void shift(int *out)
{
    __shared__ int cache[n];
    int t = threadIdx.x;
    cache[t] = t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = cache[(t + 1) % n]; // {read}
}

int main()
{
    int out[n], *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    shift<<<1, n>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != (i + 1) % n)
            return 1;
#endif
    return error != cudaSuccess;
}
