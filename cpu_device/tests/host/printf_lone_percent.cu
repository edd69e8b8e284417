// SPDX-License-Identifier: MIT
// printf_lone_percent.cu: a format that ends in a lone %: an H100 prints it, and nothing behind its end is read.
// CPU prints before
// CPU prints 100%
// CPU prints after
#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

const int n = 256; // so that the allocation ends where memory does

__global__ void say(const char *format)
{
    printf("before\n");
    printf(format, 1);
    printf("\nafter\n");
}

int main(void)
{
    char text[n], *dev;
    memset(text, ' ', sizeof text);
    memcpy(text + n - 5, "100%", 5);
    HANDLE_ERROR(cudaMalloc((void **)&dev, n));
    HANDLE_ERROR(cudaMemcpy(dev, text, n, cudaMemcpyHostToDevice));
    say<<<1, 1>>>(dev + n - 5);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
