// SPDX-License-Identifier: MIT
// early_pinned.cu: the host reads pinned memory before the asynchronous copy to it must be over.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_pinned.cu:{read}:
// CPU says cudaMemcpyAsync() at early_pinned.cu:{copy} may still be writing there.
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
    int *pinned, *dev;
    cudaStream_t stream;
    if (cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256, 0, stream>>>(dev, 5);
    cudaMemcpyAsync(pinned, dev, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    int last = pinned[n - 1]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaStreamDestroy(stream);
    cudaFree(dev);
    cudaFreeHost(pinned);
    printf("%s\n", last == n + 4 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 4)
        return 1;
#endif
    return error != cudaSuccess;
}
