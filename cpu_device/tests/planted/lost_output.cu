// SPDX-License-Identifier: MIT
// lost_output.cu: the program ends without waiting for its kernel, so the kernel's output is lost.
// CPU finds output-lost
// CPU prints the end
#include <stdio.h>
#include <unistd.h>

__global__ void hello()
{
    printf("hello\n");
}

int main()
{
    hello<<<1, 1>>>();
    while (cudaStreamQuery(0) == cudaErrorNotReady) // looks, but does not synchronize
        usleep(1000);
    printf("the end\n");
    return 0;
}
