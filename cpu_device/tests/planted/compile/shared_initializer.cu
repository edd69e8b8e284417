// SPDX-License-Identifier: MIT
// shared_initializer.cu: a shared variable with an initializer; macros and comments of several lines move no line number.
// CPU exits 1
// CPU says shared_initializer.cu:{variable}: error: an initializer is not allowed for a __shared__ variable
#include <stdio.h>
#define LINES                                                                                                          \
    int a;                                                                                                             \
    int b;
__global__ void count()
{
    /* two
       lines */
    __shared__ int n = 0; // {variable}
    n++;
}
