// SPDX-License-Identifier: MIT
// early_atomic_count.cu: the host reads a managed counter while the kernel still adds to it atomically.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_atomic_count.cu:{read}:
// CPU says Kernel count, launched at early_atomic_count.cu:{launch}, may still be running, and uses this memory at
// CPU says early_atomic_count.cu:{add}. Wait for the kernel first
// all exits 0
#include <stdio.h>

const int blocks = 64, threads = 128;

__global__ void count(int *hits)
{
    if (threadIdx.x % 2)
        atomicAdd(hits, 1); // {add}
}

int main()
{
    int *hits;
    if (cudaMallocManaged(&hits, sizeof(int)) != cudaSuccess)
        return 1;
    *hits = 0;
    count<<<blocks, threads>>>(hits); // {launch}
#ifdef FIXED
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
#endif
    int result = *hits; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(hits);
    printf("%s\n", result == blocks * threads / 2 ? "all" : "less");
    return error != cudaSuccess;
}
