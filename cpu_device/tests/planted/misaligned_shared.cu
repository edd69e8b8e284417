// SPDX-License-Identifier: MIT
// misaligned_shared.cu: a thread reads an int two bytes into its element of a shared array.
// CPU exits 3
// CPU finds misaligned-address
// CPU says kernel halves, block (0,0,0), thread (0,0,0), at misaligned_shared.cu:{load}
// memcheck exits 3
// memcheck prints Invalid __shared__ read of size 4 bytes
#include <stdio.h>

const int threads = 32;

__global__ void halves(int *out)
{
    __shared__ short values[2 * threads + 2];
    for (int i = threadIdx.x; i < 2 * threads + 2; i += threads)
        values[i] = i;
    __syncthreads();
#ifdef FIXED
    out[threadIdx.x] = values[2 * threadIdx.x + 1] | values[2 * threadIdx.x + 2] << 16;
#else
    out[threadIdx.x] = *(int *)(values + 2 * threadIdx.x + 1); // {load}
#endif
}

int main(void)
{
    int *dev, out[threads] = {}, wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 77;
    halves<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != ((2 * i + 1) | (2 * i + 2) << 16);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
