// SPDX-License-Identifier: MIT
// global_halves_many_sizes.cu: a kernel gets the two halves of a buffer, and each thread loads what its neighbour
// stores. The buffer is allocated anew in three sizes: one race, one report.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {load}
// all exits 0
#include <cuda_runtime.h>

__global__ void pass_on(int *lower, int *upper)
{
    lower[threadIdx.x] = threadIdx.x; // {store}
#ifdef FIXED
    __syncthreads();
#endif
    upper[threadIdx.x] = lower[(threadIdx.x + 1) % blockDim.x]; // {load}
}

int main()
{
    for (int n = 64; n <= 256; n *= 2) {
        int *all;
        if (cudaMalloc(&all, 2 * n * sizeof(int)) != cudaSuccess ||
            cudaMemset(all, 0, 2 * n * sizeof(int)) != cudaSuccess)
            return 1;
        pass_on<<<1, n>>>(all, all + n);
        if (cudaDeviceSynchronize() != cudaSuccess || cudaFree(all) != cudaSuccess)
            return 1;
    }
    return 0;
}
