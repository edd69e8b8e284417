// SPDX-License-Identifier: MIT
// devices_one_not_awaited.cu: the host reads what both devices have written, and has waited for one of them.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds host-too-early
// CPU says at devices_one_not_awaited.cu:{reads}: result[0] (4 bytes from cudaMallocHost at devices_one_not_awaited.cu:
// CPU says Kernel square, launched at devices_one_not_awaited.cu:{launched}, may still be running
// CPU says , and uses this memory at devices_one_not_awaited.cu:{writes}.
// all exits 0

#include <stdio.h>

__global__ void square(int *result, int n)
{
    *result = n * n; // {writes}
}

int main(void)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    int *results[2];
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMallocHost(&results[device], sizeof(int));
        square<<<1, 1>>>(results[device], device + 2); // {launched}
    }
    for (int device = 0; device < 2; ++device) {
#ifdef FIXED
        cudaSetDevice(device);
#else
        cudaSetDevice(0);
#endif
        cudaDeviceSynchronize();
    }
    printf("%d\n", *results[0] + *results[1]); // {reads}
    cudaFreeHost(results[0]);
    cudaFreeHost(results[1]);
    return 0;
}
