// SPDX-License-Identifier: MIT
// host_static.cu: a kernel gets the address of a variable of the host in a namespace. Variables of the device of
// classes and templates lie beside it, and are not told apart from it.
// CPU exits 0
#include <stdio.h>

namespace statistics
{
int counted;
}

__global__ void set(int *p)
{
    *p = 1;
}

int main()
{
    set<<<1, 1>>>(&statistics::counted);
    return cudaDeviceSynchronize() != cudaSuccess;
}
