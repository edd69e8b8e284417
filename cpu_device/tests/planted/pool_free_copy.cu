// SPDX-License-Identifier: MIT
// pool_free_copy.cu: cudaFree() of memory from a pool of the program's own, while a copy may still be reading it.
// CPU exits 3
// CPU finds host-too-early
// CPU says at pool_free_copy.cu:{free}:
// CPU says cudaMemcpyAsync() at pool_free_copy.cu:{copy} may still be reading there. cudaFree() does not wait
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <stdio.h>

const int n = 1024;

int main()
{
    cudaMemPool_t pool;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaStream_t stream, other;
    int *values, *host;
    if (cudaMemPoolCreate(&pool, &properties) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamCreate(&other) != cudaSuccess || cudaMallocHost(&host, n * sizeof(int)) != cudaSuccess ||
        cudaMallocFromPoolAsync(&values, n * sizeof(int), pool, stream) != cudaSuccess)
        return 1;
    cudaMemsetAsync(values, 1, n * sizeof(int), stream);
    cudaMemcpyAsync(host, values, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#else
    cudaStreamSynchronize(other); // not the one that copies
#endif
    cudaFree(values); // {free}
    cudaStreamSynchronize(stream);
    printf("%x\n", host[n - 1]);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    return cudaMemPoolDestroy(pool) != cudaSuccess;
}
