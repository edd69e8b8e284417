// SPDX-License-Identifier: MIT
// misaligned_variable.cu: a store one byte into an int that is a variable of the device.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds misaligned-address
// CPU says kernel set, block (0,0,0), thread (0,0,0), at misaligned_variable.cu:{store}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
#include <string.h>

__device__ int numbers[2];

__global__ void set(void)
{
#ifdef FIXED
    const int value = 42;
    memcpy((char *)numbers + 1, &value, sizeof value);
#else
    *(int *)((char *)numbers + 1) = 42; // {store}
#endif
}

int main(void)
{
    set<<<1, 1>>>();
    const cudaError_t error = cudaDeviceSynchronize();
#ifdef FIXED
    return error != cudaSuccess;
#else
    return error != cudaErrorMisalignedAddress;
#endif
}
