// SPDX-License-Identifier: MIT
// error_shown_on_purpose.cu: the last call fails as the program wants to show, it prints the error's text, and returns.
// memcheck exits 3
// memcheck prints Program hit cudaErrorMemoryAllocation (error 2)
#include <string.h>

int main()
{
    char *p;
    cudaError_t error = cudaMalloc(&p, (size_t)1 << 60);
    return strcmp(cudaGetErrorString(error), "out of memory") != 0;
}
