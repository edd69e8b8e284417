// SPDX-License-Identifier: MIT
// host_frees_device.cu: the host gives device memory to free().
// CPU exits 3
// CPU finds host-frees-device
// CPU says at host_frees_device.cu:{free}, free(): byte 0 of 1000 bytes from cudaMalloc at
// host_frees_device.cu:{malloc}
#include <stdlib.h>

int main()
{
    char *p;
    if (cudaMalloc(&p, 1000) != cudaSuccess) // {malloc}
        return 1;
    free(p); // {free}
    return cudaFree(p) != cudaSuccess;
}
