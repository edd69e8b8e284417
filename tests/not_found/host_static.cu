// SPDX-License-Identifier: MIT
// host_static.cu: a kernel gets the address of a static variable of the host. The device's variables lie beside those,
// and are not told apart from them.
// CPU exits 0
#include <stdio.h>

static int counted;

__global__ void set(int *p)
{
    *p = 1;
}

int main()
{
    set<<<1, 1>>>(&counted);
    return cudaDeviceSynchronize() != cudaSuccess;
}
