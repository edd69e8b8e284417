// SPDX-License-Identifier: MIT
// early_pageable.cu: the result comes back to an array on the host's stack by an asynchronous copy, and nobody waits.
// CUDA says of such a copy that it may be synchronous, not that it is.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_pageable.cu:{read}: host memory
// CPU says cudaMemcpyAsync() at early_pageable.cu:{copy} may still be writing there.
// all exits 0
#include <stdio.h>

const int n = 1 << 12;

__global__ void iota(int *out, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = first + i;
}

int main()
{
    int host[n], *dev;
    cudaStream_t stream;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256, 0, stream>>>(dev, 5);
    cudaMemcpyAsync(host, dev, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    int last = host[n - 1]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaStreamDestroy(stream);
    cudaFree(dev);
    printf("%s\n", last == n + 4 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 4)
        return 1;
#endif
    return error != cudaSuccess;
}
