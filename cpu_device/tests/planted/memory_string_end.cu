// SPDX-License-Identifier: MIT
// memory_string_end.cu: no room for the zero that ends a string.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel alphabet, block (0,0,0), thread (0,0,0), at memory_string_end.cu:{end}
// CPU says writes text[26] at address
// CPU says just past the end of 26 bytes from cudaMalloc at memory_string_end.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 1 bytes
// memcheck prints in memory_string_end.cu:{end}
#include <stdio.h>
#include <string.h>

const int length = 26;
#ifndef FIXED
const int size = length;
#else
const int size = length + 1;
#endif

__global__ void alphabet(char *text)
{
    text[threadIdx.x] = 'a' + threadIdx.x;
    if (threadIdx.x == 0)
        text[length] = '\0'; // {end}
}

int main()
{
    char *dev_text, text[length + 1] = "";
    if (cudaMalloc(&dev_text, size) != cudaSuccess) // {malloc}
        return 1;
    alphabet<<<1, length>>>(dev_text);
    cudaError_t error = cudaMemcpy(text, dev_text, size, cudaMemcpyDeviceToHost);
    cudaFree(dev_text);
    printf("%s, %.26s\n", cudaGetErrorString(error), text);
#ifdef FIXED
    if (strcmp(text, "abcdefghijklmnopqrstuvwxyz") != 0)
        return 1;
#endif
    return error != cudaSuccess;
}
