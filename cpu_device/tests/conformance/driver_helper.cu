// SPDX-License-Identifier: MIT
// driver_helper.cu: what the helper headers of sample collections ask of the driver API: which headers were included,
// by their guards; how many devices there are, and which of them may be used.

#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_pipeline.h>
#include <curand.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <mma.h>
#include <nvrtc.h>

#ifndef __cuda_cuda_h__
#error cuda.h was included
#endif
#if !defined(CURAND_H_) || !defined(CURAND_KERNEL_H_)
#error cuRAND was included
#endif
#if !defined(_COOPERATIVE_GROUPS_H_) || !defined(CU_COMPLEX_H_) || !defined(_CUDA_PIPELINE_H_)
#error so were these
#endif
#if !defined(__MATH_CONSTANTS_H__) || !defined(__CUDA_MMA_H__) || !defined(__NVRTC_H__)
#error and these
#endif
#if defined(CUBLAS_API_H_) || defined(NCCL_H_)
#error and none of these
#endif
#if !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || !defined(__DEVICE_TYPES_H__) || !defined(__DRIVER_TYPES_H__) ||        \
    !defined(__VECTOR_FUNCTIONS_H__) || !defined(__TEXTURE_TYPES_H__) || !defined(__SM_60_ATOMIC_FUNCTIONS_H__)
#error these come along with cuda_runtime.h
#endif

// As such headers have it: only if the driver API is there.
#ifdef __cuda_cuda_h__
static void check(CUresult error, const char *call, int line)
{
    const char *name = NULL;
    if (error == CUDA_SUCCESS)
        return;
    cuGetErrorName(error, &name);
    fprintf(stderr, "line %d: %s: %s\n", line, call, name);
    exit(EXIT_FAILURE);
}
#define CHECK(call) check(call, #call, __LINE__)

template <class T> static void get(T *value, CUdevice_attribute attribute, int device)
{
    CHECK(cuDeviceGetAttribute(value, attribute, device));
}

static int usable_device()
{
    int count = 0;
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    for (int device = 0; device < count; ++device) {
        int mode = -1;
        get(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
        if (mode != CU_COMPUTEMODE_PROHIBITED)
            return device;
    }
    return -1;
}
#endif

int main()
{
    int device = usable_device(), value = 0, mode = -1;
    char name[100];
    CHECK(cuDeviceGetName(name, sizeof name, device));
    get(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
    printf("device %d: %s, compute mode %s\n", device, name[0] != '\0' ? "it has a name" : "no name",
           mode == CU_COMPUTEMODE_DEFAULT             ? "default"
           : mode == CU_COMPUTEMODE_EXCLUSIVE_PROCESS ? "exclusive"
                                                      : "?");
    get(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
    printf("warp: %d", value);
    get(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    printf(", block: %d", value);
    get(&value, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device);
    printf(", cooperative: %d", value);
    get(&value, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device);
    printf(", pools: %d\n", value);

    // Whatever a device answers, it knows all these.
    static const CUdevice_attribute known[] = {
        CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT,
        CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
        CU_DEVICE_ATTRIBUTE_ECC_ENABLED,
        CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
        CU_DEVICE_ATTRIBUTE_TCC_DRIVER,
        CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
        CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
        CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED,
        CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS,
        CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH,
        CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS,
        CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED,
    };
    int answers = 0;
    for (CUdevice_attribute attribute : known)
        answers += cuDeviceGetAttribute(&value, attribute, device) == CUDA_SUCCESS;
    printf("answers: %d of %d\n", answers, (int)(sizeof known / sizeof *known));
    return 0;
}
