// SPDX-License-Identifier: MIT
// refused_too_much.cu: the size is in elements of a matrix whose rows are counted twice: more than any GPU has.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_too_much.cu:{allocation}: out of memory (cudaErrorMemoryAllocation)
// CPU says 16000000000000 bytes, and
// memcheck exits 3
// memcheck prints Program hit cudaErrorMemoryAllocation (error 2)
#include <stdio.h>

int main()
{
    size_t rows = 2000, columns = 1000;
    double *dev_a;
#ifndef FIXED
    cudaMalloc((void **)&dev_a, rows * columns * rows * columns / 2 * sizeof(double)); // {allocation}
#else
    cudaMalloc((void **)&dev_a, rows * columns * sizeof(double));
#endif
    cudaFree(dev_a);
    printf("done\n");
    return 0;
}
