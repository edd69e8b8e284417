// SPDX-License-Identifier: MIT
// driver_virtual_memory.cu: addresses, memory and mappings of their own: a range that grows, memory at two addresses,
// memory that moves, and what is refused.
// Errors on purpose.

#include <cuda.h>
#include <stdio.h>

#include "../handle_error.h"

static const char *name_of(CUresult error)
{
    const char *name = "?";
    cuGetErrorName(error, &name);
    return name;
}

#define SHOW(call) printf("%s: %s\n", #call, name_of(call))
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult error = (call);                                                                                       \
        if (error != CUDA_SUCCESS) {                                                                                   \
            printf("%s: %s\n", #call, name_of(error));                                                                 \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void fill(int *p, int n, int from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = from + i;
}

static int at(CUdeviceptr p, size_t index)
{
    int value = -1;
    CHECK(cuMemcpyDtoH(&value, p + index * sizeof(int), sizeof value));
    return value;
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    int supported = 0;
    CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    size_t page = 0, recommended = 0;
    CHECK(cuMemGetAllocationGranularity(&page, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(cuMemGetAllocationGranularity(&recommended, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    printf("supported %d, granularity %zu, recommended %zu\n", supported, page, recommended);

    // a range that grows: the second piece lies right after the first
    CUdeviceptr range, other;
    CUmemGenericAllocationHandle first, second, same;
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    SHOW(cuMemAddressReserve(&range, 4 * page, 0, 0, 0));
    SHOW(cuMemCreate(&first, page, &properties, 0));
    SHOW(cuMemCreate(&second, 2 * page, &properties, 0));
    SHOW(cuMemMap(range, page, 0, first, 0));
    SHOW(cuMemSetAccess(range, page, &access, 1));
    const int ints = (int)(page / sizeof(int));
    fill<<<(ints + 255) / 256, 256>>>((int *)range, ints, 0);
    HANDLE_ERROR(cudaDeviceSynchronize());
    SHOW(cuMemMap(range + page, 2 * page, 0, second, 0));
    SHOW(cuMemSetAccess(range + page, 2 * page, &access, 1));
    fill<<<(2 * ints + 255) / 256, 256>>>((int *)range + ints / 2, 2 * ints, 7);
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", at(range, 0), at(range, ints / 2), at(range, ints), at(range, 2 * ints + ints / 2 - 1));
    SHOW(cuMemsetD32(range, 5, 3 * ints));
    printf("%d %d\n", at(range, 0), at(range, 3 * ints - 1));
    unsigned long long flags = 0;
    CHECK(cuMemGetAccess(&flags, &access.location, range + page));
    printf("access %llu\n", flags);

    // the same memory at a second address; it keeps what it has when the first goes
    SHOW(cuMemAddressReserve(&other, page, 0, 0, 0));
    SHOW(cuMemMap(other, page, 0, first, 0));
    SHOW(cuMemSetAccess(other, page, &access, 1));
    fill<<<(ints + 255) / 256, 256>>>((int *)other, ints, 100);
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d %d\n", at(range, 3), at(other, 3));
    SHOW(cuMemRetainAllocationHandle(&same, (void *)other));
    printf("the same handle: %d\n", same == first);
    SHOW(cuMemUnmap(range, page));
    SHOW(cuMemRelease(first));
    SHOW(cuMemRelease(same));
    printf("%d\n", at(other, 3));
    SHOW(cuMemUnmap(other, page));

    // refused
    SHOW(cuMemCreate(&same, page + 1, &properties, 0));
    SHOW(cuMemAddressReserve(&other, page / 2, 0, 0, 0));
    SHOW(cuMemMap(range + page, page, 0, second, 0)); // there is something
    SHOW(cuMemMap(range, 4 * page, 0, second, 0));    // it is larger than the memory
    SHOW(cuMemUnmap(range, page));                    // nothing is there
    SHOW(cuMemSetAccess(range, page, &access, 1));
    SHOW(cuMemAddressFree(range, page));
    SHOW(cuMemAddressFree(other, page));
    SHOW(cuMemUnmap(range + page, 2 * page));
    SHOW(cuMemRelease(second));
    SHOW(cuMemAddressFree(range, 4 * page));
    return 0;
}
