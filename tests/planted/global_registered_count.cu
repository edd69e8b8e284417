// SPDX-License-Identifier: MIT
// registered_memory.cu: threads count with ++ in memory of the host that was registered for the device. The checks
// keep nothing of such memory.
// CPU exits 0
#include <stdio.h>
#include <stdlib.h>

__global__ void count(int *total)
{
    ++*total; // a race of 64 threads
}

int main()
{
    int *total = (int *)calloc(1024, sizeof(int)), *dev_total;
    if (cudaHostRegister(total, 1024 * sizeof(int), cudaHostRegisterMapped) ||
        cudaHostGetDevicePointer(&dev_total, total, 0))
        return 1;
    count<<<1, 64>>>(dev_total);
    cudaError_t error = cudaDeviceSynchronize();
    cudaHostUnregister(total);
    free(total);
    return error != cudaSuccess;
}
