// SPDX-License-Identifier: MIT
// memory_beside_race.cu: the last thread loads past the array's end, and a barrier is missing: both are reported.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel sums_of_two, block (0,0,0), thread (255,0,0), at memory_beside_race.cu:{load}
// CPU says reads in[255] at address
// CPU says past the end of 1020 bytes from cudaMalloc at memory_beside_race.cu:{malloc}
// CPU finds race-shared: writes {load}, reads {read}
// CPU says 2 errors, 0 warnings
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_beside_race.cu:{load}
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in memory_beside_race.cu:{load}
#include <stdio.h>

const int n = 255, threads = 256;

__global__ void sums_of_two(const int *in, int *out)
{
    __shared__ int tile[threads];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
#ifdef FIXED
    if (t < n)
#endif
        tile[t] = in[t]; // {load}
#ifdef FIXED
    __syncthreads();
#endif
    if (t < n)
        out[t] = tile[t] + tile[(t + 1) % threads]; // {read}
}

int main()
{
    int *dev_in, *dev_out, a[n], sums[n] = {};
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    if (cudaMalloc(&dev_in, sizeof a) != cudaSuccess) // {malloc}
        return 1;
    if (cudaMalloc(&dev_out, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_in, a, sizeof a, cudaMemcpyHostToDevice);
    sums_of_two<<<1, threads>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(sums, dev_out, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), sums[0]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (sums[i] != (i + 1 < n ? 2 * i + 3 : n))
            return 1;
#endif
    return error != cudaSuccess;
}
