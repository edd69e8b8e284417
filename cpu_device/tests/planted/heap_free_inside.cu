// SPDX-License-Identifier: MIT
// heap_free_inside.cu: a kernel frees the pointer that it has moved along the array.
// CPU exits 1
// CPU finds wrong-free-in-kernel
// CPU says kernel sum, block (0,0,0), thread (0,0,0), at heap_free_inside.cu:{free}
// CPU says delete[]: byte 28 of 40 bytes from new in a kernel at heap_free_inside.cu:{new}
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include "../kernel_run.h"

__global__ void sum(int *out)
{
    int *a = new int[10], *p = a; // {new}
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (*out = 0; *p < 7; p++)
        *out += *p;
#ifdef FIXED
    p = a;
#endif
    delete[] p; // {free}
}

int main()
{
    device_array<int> out(1);
    sum<<<1, 1>>>(out);
    return check(out, 21);
}
