// SPDX-License-Identifier: MIT
// global_registered_count.cu: threads count with ++ in memory of the host that was registered for the device.
// CPU exits 3
// CPU finds race-global: writes {count}, reads {count}
// CPU says total[0] (4096 bytes registered by cudaHostRegister()
// all exits 0
#include <stdio.h>
#include <stdlib.h>

const int n = 1024;

__global__ void count(int *total)
{
#ifndef FIXED
    ++*total; // {count}
#else
    atomicAdd(total, 1);
#endif
}

int main()
{
    int *total = (int *)calloc(n, sizeof(int)), *dev_total;
    if (total == NULL || cudaHostRegister(total, n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&dev_total, total, 0) != cudaSuccess)
        return 1;
    count<<<1, 64>>>(dev_total);
    cudaError_t error = cudaDeviceSynchronize();
    int counted = *total;
    cudaHostUnregister(total);
    free(total);
    printf("%s\n", counted == 64 ? "64" : "fewer");
#ifdef FIXED
    if (counted != 64)
        return 1;
#endif
    return error != cudaSuccess;
}
