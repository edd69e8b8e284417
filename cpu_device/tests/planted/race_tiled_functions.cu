// SPDX-License-Identifier: MIT
// race_tiled_functions.cu: fast threads load the next tile while slow ones still read this one; loading, waiting and
// adding are functions of their own.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum_of_products, block (0,0,0), tile
// CPU says , already in round 1 of the loop
// CPU says , still in round 0
// CPU says put a __syncthreads() at the end of the loop's body, after line
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int n = 256, threads = 64;

__device__ void load(int *tile, int value)
{
    tile[threadIdx.x] = value; // {write}
}

__device__ void wait_for_all()
{
    __syncthreads();
}

__device__ int add_up(const int *tile, int factor)
{
    int sum = 0;
    for (int i = 0; i < threads; i++)
        sum += factor * tile[i]; // {read}
    return sum;
}

__global__ void sum_of_products(int *out)
{
    __shared__ int tile[threads];
    int t = threadIdx.x, sum = 0;
    for (int begin = 0; begin < n; begin += threads) {
        load(tile, begin + t);
        wait_for_all();
        sum += add_up(tile, t);
#ifdef FIXED
        wait_for_all();
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
