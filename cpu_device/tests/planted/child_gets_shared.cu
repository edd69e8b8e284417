// SPDX-License-Identifier: MIT
// child_gets_shared.cu: a kernel is launched on the shared memory of the block that launches it.
// Compiled with: -rdc=true
// CPU exits 3
// CPU finds pointer-to-child
// CPU says kernel blur, block (0,0,0), thread (0,0,0)
// CPU says launches smooth at child_gets_shared.cu:{launch}
// Only memcheck knows of launches in kernels:
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// fixed-racecheck exits 3
// fixed-synccheck exits 3
// fixed-initcheck exits 3
#include <stdio.h>

const int n = 64;

__global__ void smooth(const int *in, int *out)
{
    int i = threadIdx.x;
    out[i] = (in[i] + in[(i + 1) % n]) / 2;
}

__global__ void blur(int *values, int *out)
{
    __shared__ int tile[n];
    tile[threadIdx.x] = values[threadIdx.x] * 2;
    values[threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
#ifdef FIXED
        smooth<<<1, n>>>(values, out);
#else
        smooth<<<1, n>>>(tile, out); // {launch}
#endif
    }
}

int main()
{
    int host[n], *dev;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&dev, 2 * sizeof host);
    cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
    blur<<<1, n>>>(dev, dev + n);
    cudaError_t error = cudaMemcpy(host, dev + n, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), host[0]);
}
