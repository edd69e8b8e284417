// SPDX-License-Identifier: MIT
// global_shift_many_sizes.cu: each thread loads its neighbour's element, which that thread overwrites. The kernel runs
// on buffers of five sizes: one race, one report.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {load}
// CPU says a[1] (1024 bytes from cudaMalloc at global_shift_many_sizes.cu:{malloc})
// all exits 0
#include <cuda_runtime.h>

__global__ void shift(int *a)
{
    const int next = a[(threadIdx.x + 1) % blockDim.x]; // {load}
#ifdef FIXED
    __syncthreads();
#endif
    a[threadIdx.x] = next + 1; // {store}
}

int main()
{
    for (int i = 1; i <= 5; i++) {
        int *a;
        if (cudaMalloc(&a, i * 1024) != cudaSuccess) // {malloc}
            return 1;
        cudaMemset(a, 0, i * 1024);
        shift<<<1, 64>>>(a);
        if (cudaDeviceSynchronize() != cudaSuccess || cudaFree(a) != cudaSuccess)
            return 1;
    }
    return 0;
}
