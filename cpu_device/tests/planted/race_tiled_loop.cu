// SPDX-License-Identifier: MIT
// race_tiled_loop.cu: fast threads load the next tile while slow ones still read this one.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum_of_products, block (0,0,0), tile
// CPU says Both threads passed the barrier at line
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_tiled_loop.cu:{write}
#include <stdio.h>

const int n = 256, threads = 64;

__global__ void sum_of_products(int *out)
{
    __shared__ int tile[threads];
    int t = threadIdx.x, sum = 0;
    for (int begin = 0; begin < n; begin += threads) {
        tile[t] = begin + t; // {write}
        __syncthreads();
        for (int i = 0; i < threads; i++)
            sum += t * tile[i]; // {read}
#ifdef FIXED
        __syncthreads();
#endif
    }
    out[t] = sum;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum_of_products<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != i * (n * (n - 1) / 2))
            return 1;
#endif
    return error != cudaSuccess;
}
