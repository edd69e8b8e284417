// SPDX-License-Identifier: MIT
// virtual_no_access.cu: memory is mapped into reserved addresses, and cuMemSetAccess() is forgotten.
// CPU exits 3
// CPU finds illegal-address
// CPU says at virtual_no_access.cu:{store}
// CPU says 2097152 bytes from cuMemMap at virtual_no_access.cu:{map}, which cuMemSetAccess() made accessible to no device
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
#include <cuda.h>
#include <stdio.h>

__global__ void fill(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i; // {store}
}

const size_t piece = 2 << 20;
const int n = piece / sizeof(int);

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr data;
    CUmemGenericAllocationHandle memory;
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    if (cuMemAddressReserve(&data, piece, 0, 0, 0) != CUDA_SUCCESS)
        return 1;
    if (cuMemCreate(&memory, piece, &properties, 0) != CUDA_SUCCESS ||
        cuMemMap(data, piece, 0, memory, 0) != CUDA_SUCCESS) // {map}
        return 1;
#ifdef FIXED
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (cuMemSetAccess(data, piece, &access, 1) != CUDA_SUCCESS)
        return 1;
#endif
    fill<<<(n + 255) / 256, 256>>>((int *)data, n);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cuMemUnmap(data, piece);
    cuMemRelease(memory);
    cuMemAddressFree(data, piece);
#ifdef FIXED
    return error != cudaSuccess;
#else
    return 0;
#endif
}
