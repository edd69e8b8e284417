// SPDX-License-Identifier: MIT
// race_stencil.cu: each thread reads what its neighbour stores, and does not wait for it.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel differences, block (0,0,0), squares
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_stencil.cu:{write}
#include <stdio.h>

const int threads = 128;

__global__ void differences(int *out)
{
    __shared__ int squares[threads];
    int t = threadIdx.x;
    squares[t] = t * t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    if (t + 1 < threads)
        out[t] = squares[t + 1] - squares[t]; // {read}
}

int main()
{
    int *dev_out, out[threads - 1] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    differences<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d %d\n", cudaGetErrorString(error), out[0], out[1]);
#ifdef FIXED
    for (int i = 0; i < threads - 1; i++)
        if (out[i] != 2 * i + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
