// SPDX-License-Identifier: MIT
// refused_elapsed_time.cu: the event at the end was recorded nowhere, so there is no time between the two.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_elapsed_time.cu:{time}: invalid resource handle (cudaErrorInvalidResourceHandle)
// CPU says The second event was never recorded.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidResourceHandle (error 400)
#include <stdio.h>

__global__ void nothing() {}

int main()
{
    cudaEvent_t start, stop;
    float milliseconds = -1;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    nothing<<<1, 32>>>();
#ifndef FIXED
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&milliseconds, start, stop); // {time}
#else
    cudaEventRecord(stop); // and nobody asks for a time, which the CPU device has a word to say to
    if (cudaEventSynchronize(stop) == cudaSuccess)
        milliseconds = 0;
#endif
    printf("%s\n", milliseconds >= 0 ? "some time" : "no time");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return 0;
}
