// SPDX-License-Identifier: MIT
// pool_default_frees_first.cu: the default stream frees what a stream that does not wait for it allocates and fills.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at pool_default_frees_first.cu:{free} frees
// CPU says cudaMemsetAsync() at pool_default_frees_first.cu:{fill} writes
// memcheck exits 3
#include <stdio.h>

const int size = 1 << 20;

int main()
{
    char *pool;
    cudaStream_t stream;
#ifdef FIXED
    const unsigned kind = cudaStreamDefault;
#else
    const unsigned kind = cudaStreamNonBlocking;
#endif
    if (cudaStreamCreateWithFlags(&stream, kind) || cudaMallocAsync(&pool, size, stream))
        return 1;
    cudaMemsetAsync(pool, 0, size, stream); // {fill}
    cudaFreeAsync(pool, 0);                 // {free}
    if (cudaDeviceSynchronize())
        return 1;
    puts("freed");
    return cudaStreamDestroy(stream) != cudaSuccess;
}
