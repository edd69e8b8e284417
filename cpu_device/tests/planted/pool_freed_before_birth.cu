// SPDX-License-Identifier: MIT
// pool_freed_before_birth.cu: nothing orders the stream that frees memory after the one that allocates it.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at pool_freed_before_birth.cu:{free} frees
// CPU says cudaMallocAsync() at pool_freed_before_birth.cu:{allocate} allocates
// memcheck exits 3
#include <stdio.h>

int main()
{
    int *values;
    cudaStream_t one, other;
    cudaEvent_t allocated;
    if (cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) || cudaEventCreate(&allocated) ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking))
        return 1;
    if (cudaMallocAsync(&values, 256, one)) // {allocate}
        return 1;
#ifdef FIXED
    cudaEventRecord(allocated, one);
    cudaStreamWaitEvent(other, allocated);
#endif
    cudaFreeAsync(values, other); // {free}
    puts("allocated and freed");
    cudaDeviceSynchronize();
    cudaEventDestroy(allocated);
    cudaStreamDestroy(one);
    return cudaStreamDestroy(other) != cudaSuccess;
}
