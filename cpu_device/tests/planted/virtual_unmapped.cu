// SPDX-License-Identifier: MIT
// virtual_unmapped.cu: a vector grows in addresses that are reserved; its kernel runs before the new piece is mapped.
// CPU exits 3
// CPU finds illegal-address
// CPU says at virtual_unmapped.cu:{store}
// CPU says of 8388608 bytes of addresses from cuMemAddressReserve at virtual_unmapped.cu:{reserve}, where nothing is mapped
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
const int n = 2 * piece / sizeof(int);

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr data;
    CUmemGenericAllocationHandle pieces[2];
    CUmemAllocationProp properties = {};
    CUmemAccessDesc access = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    if (cuMemAddressReserve(&data, 4 * piece, 0, 0, 0) != CUDA_SUCCESS) // {reserve}
        return 1;
#ifdef FIXED
    const int count = 2;
#else
    const int count = 1;
#endif
    for (int i = 0; i < count; i++)
        if (cuMemCreate(&pieces[i], piece, &properties, 0) != CUDA_SUCCESS ||
            cuMemMap(data + i * piece, piece, 0, pieces[i], 0) != CUDA_SUCCESS ||
            cuMemSetAccess(data + i * piece, piece, &access, 1) != CUDA_SUCCESS)
            return 1;
    fill<<<(n + 255) / 256, 256>>>((int *)data, n);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    for (int i = 0; i < count; i++) {
        cuMemUnmap(data + i * piece, piece);
        cuMemRelease(pieces[i]);
    }
    cuMemAddressFree(data, 4 * piece);
#ifdef FIXED
    return error != cudaSuccess;
#else
    return 0;
#endif
}
