// SPDX-License-Identifier: MIT
// early_reuse.cu: a staging buffer gets the next part of the data while the copy of the last one may be under way.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_reuse.cu:{write}:
// CPU says cudaMemcpyAsync() at early_reuse.cu:{copy} may still be reading there.
// all exits 0
#include <stdio.h>

const int n = 1 << 10, parts = 4;

int main()
{
    int *staging, *dev, back[parts];
    if (cudaMallocHost(&staging, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev, parts * n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int part = 0; part < parts; part++) {
        for (int i = 0; i < n; i++)
            staging[i] = part + 1;                                                         // {write}
        cudaMemcpyAsync(dev + part * n, staging, n * sizeof(int), cudaMemcpyHostToDevice); // {copy}
#ifdef FIXED
        cudaDeviceSynchronize();
#endif
    }
    cudaError_t error = cudaSuccess;
    int sum = 0;
    for (int part = 0; part < parts && error == cudaSuccess; part++) {
        error = cudaMemcpy(&back[part], dev + part * n, sizeof(int), cudaMemcpyDeviceToHost);
        sum += back[part];
    }
    cudaFree(dev);
    cudaFreeHost(staging);
    printf("%d\n", sum);
#ifdef FIXED
    if (sum != parts * (parts + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
