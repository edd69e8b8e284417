// SPDX-License-Identifier: MIT
// heap_past_end.cu: a kernel copies a text to its heap, and has no room for the 0 at the end.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel copy, block (0,0,0), thread (0,0,0), at heap_past_end.cu:{store}
// CPU says just past the end of 64 bytes from malloc() in a kernel at heap_past_end.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 1 bytes
// memcheck prints in heap_past_end.cu:{store}
#include <stdio.h>

__global__ void copy(int length, int *out)
{
#ifdef FIXED
    char *text = (char *)malloc(length + 1);
#else
    char *text = (char *)malloc(length); // {malloc}
#endif
    for (int i = 0; i < length; i++)
        text[i] = 'a' + i % 26;
    text[length] = '\0'; // {store}
    for (*out = 0; text[*out] != '\0'; ++*out)
        ;
    free(text);
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    copy<<<1, 1>>>(64, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
    return error != cudaSuccess || out != 64;
}
