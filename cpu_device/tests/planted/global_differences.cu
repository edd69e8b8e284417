// SPDX-License-Identifier: MIT
// global_differences.cu: each byte of a message becomes its difference from the byte before, which may be one already.
// CPU exits 3
// CPU finds race-global: writes {encode}, reads {encode}
// all exits 0
#include <stdio.h>
#include <string.h>

__global__ void encode(char *message, int length)
{
    int i = threadIdx.x;
#ifndef FIXED
    if (i > 0 && i < length)
        message[i] = (char)(message[i] - message[i - 1]); // {encode}
#else
    char before = i > 0 && i < length ? message[i - 1] : 0;
    __syncthreads();
    if (i < length)
        message[i] = (char)(message[i] - before);
#endif
}

int main()
{
    const char message[] = "every byte of this line depends on the one to its left";
    const int length = (int)strlen(message);
    char *dev_message, result[sizeof message] = {};
    if (cudaMalloc(&dev_message, length) != cudaSuccess ||
        cudaMemcpy(dev_message, message, length, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    encode<<<1, 64>>>(dev_message, length);
    cudaError_t error = cudaMemcpy(result, dev_message, length, cudaMemcpyDeviceToHost);
    cudaFree(dev_message);
    printf("%s, %d\n", cudaGetErrorString(error), result[2]);
#ifdef FIXED
    for (int i = 1; i < length; i++)
        if (result[i] != message[i] - message[i - 1])
            return 1;
#endif
    return error != cudaSuccess;
}
