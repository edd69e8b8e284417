// SPDX-License-Identifier: MIT
// race_continue_skips_barrier.cu: a tile is skipped by a flag in shared memory, and with it the barrier that keeps the
// flag until all threads have read it.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says the continue at line {skip} skips what stands at the end of the loop's body: test after another barrier
// CPU says if (tested)
// CPU finds divergent-barrier
// CPU says This follows from the race above: the value that races is tested at race_continue_skips_barrier.cu:{read}
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <stdio.h>

const int threads = 64, tiles = 4;

__global__ void count_open(const int *closed, int *open)
{
    __shared__ int skip;
    int mine = 0;
    for (int k = 0; k < tiles; k++) {
        if (threadIdx.x == 0)
            skip = closed[k]; // {write}
        __syncthreads();
#ifdef FIXED
        const int now = skip;
        __syncthreads();
        if (now)
            continue;
        mine++;
#else
        if (skip)     // {read}
            continue; // {skip}
        mine++;
        __syncthreads();
#endif
    }
    open[threadIdx.x] = mine;
}

int main()
{
    int closed[tiles] = {1, 0, 1, 0}, open[threads] = {}, *dev_closed, *dev_open;
    if (cudaMalloc(&dev_closed, sizeof closed) != cudaSuccess || cudaMalloc(&dev_open, sizeof open) != cudaSuccess ||
        cudaMemcpy(dev_closed, closed, sizeof closed, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    count_open<<<1, threads>>>(dev_closed, dev_open);
    cudaError_t error = cudaMemcpy(open, dev_open, sizeof open, cudaMemcpyDeviceToHost);
    cudaFree(dev_closed);
    cudaFree(dev_open);
    printf("%s, %d\n", cudaGetErrorString(error), open[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (open[i] != 2)
            return 1;
    return error != cudaSuccess;
#else
    return 0;
#endif
}
