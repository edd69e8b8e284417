// SPDX-License-Identifier: MIT
// peer_variable.cu: a kernel gets the address of another device's variable; peer access does not reach that far.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel read, block (0,0,0), thread (0,0,0), at peer_variable.cu:{reads}
// CPU says byte 0 of the __device__ variable total on device 0
// CPU says It is a variable of device 0, and the kernel runs on device 1.
// CPU says The launch at peer_variable.cu:{launched} fails: cudaErrorIllegalAddress
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes

__device__ int total = 3;

__global__ void read(const int *variable, int *result)
{
    *result = *variable; // {reads}
}

int main(void)
{
    int devices = 0, *variable, *result;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
#ifdef FIXED
    cudaSetDevice(1);
#endif
    cudaGetSymbolAddress((void **)&variable, total);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&result, sizeof *result);
    read<<<1, 1>>>(variable, result); // {launched}
    cudaDeviceSynchronize();
    cudaFree(result);
    return 0;
}
