// SPDX-License-Identifier: MIT
// The driver API by name: for cuGetProcAddress(), cudaGetDriverEntryPoint(), and programs that open libcuda.so.1. The
// device is linked into the program, or is a shared library; either defines the functions under these names.
#include <cctype>
#include <cstring>
#include <dlfcn.h>

#include "driver.h"

using namespace cpu_device;

// As the driver's library calls its functions.
#define ALIAS(name, version) __asm__(".globl " #name #version "\n.set " #name #version ", " #name);
ALIAS(cuCtxCreate, _v4)
ALIAS(cuCtxDestroy, _v2)
ALIAS(cuCtxPopCurrent, _v2)
ALIAS(cuCtxPushCurrent, _v2)
ALIAS(cuDevicePrimaryCtxRelease, _v2)
ALIAS(cuDevicePrimaryCtxReset, _v2)
ALIAS(cuDeviceTotalMem, _v2)
ALIAS(cuEventDestroy, _v2)
ALIAS(cuEventElapsedTime, _v2)
ALIAS(cuGraphicsResourceGetMappedPointer, _v2)
ALIAS(cuGraphicsResourceSetMapFlags, _v2)
ALIAS(cuLinkAddData, _v2)
ALIAS(cuLinkAddFile, _v2)
ALIAS(cuLinkCreate, _v2)
ALIAS(cuMemAlloc, _v2)
ALIAS(cuMemAllocHost, _v2)
ALIAS(cuMemAllocPitch, _v2)
ALIAS(cuMemFree, _v2)
ALIAS(cuMemGetAddressRange, _v2)
ALIAS(cuMemGetInfo, _v2)
ALIAS(cuMemHostGetDevicePointer, _v2)
ALIAS(cuMemHostRegister, _v2)
ALIAS(cuMemcpyDtoD, _v2)
ALIAS(cuMemcpyDtoDAsync, _v2)
ALIAS(cuMemcpyDtoH, _v2)
ALIAS(cuMemcpyDtoHAsync, _v2)
ALIAS(cuMemcpyHtoD, _v2)
ALIAS(cuMemcpyHtoDAsync, _v2)
ALIAS(cuMemsetD16, _v2)
ALIAS(cuMemsetD32, _v2)
ALIAS(cuMemsetD8, _v2)
ALIAS(cuModuleGetGlobal, _v2)
ALIAS(cuStreamDestroy, _v2)
ALIAS(cuArrayCreate, _v2)
ALIAS(cuArrayGetDescriptor, _v2)
ALIAS(cuArray3DCreate, _v2)
ALIAS(cuArray3DGetDescriptor, _v2)
ALIAS(cuMemcpy2D, _v2)
ALIAS(cuMemcpy2DUnaligned, _v2)
ALIAS(cuMemcpy2DAsync, _v2)
ALIAS(cuMemcpy3D, _v2)
ALIAS(cuMemcpy3DAsync, _v2)
ALIAS(cuMemcpyHtoA, _v2)
ALIAS(cuMemcpyAtoH, _v2)
ALIAS(cuMemcpyDtoA, _v2)
ALIAS(cuMemcpyAtoD, _v2)
#undef ALIAS

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    return cuCtxCreate(context, nullptr, flags, device);
}

namespace
{
// Null: the driver API has no such function, or this device has not. Versions are not part of a name.
void *entry_point(const char *name, unsigned version)
{
    const size_t length = strlen(name);
    const bool versioned =
        length > 3 && memcmp(name + length - 3, "_v", 2) == 0 && isdigit((unsigned char)name[length - 1]);
    if (length < 4 || memcmp(name, "cu", 2) != 0 || !isupper((unsigned char)name[2]) || versioned)
        return nullptr;
    constexpr unsigned new_contexts = 12050, new_status = 12000; // since when these two have more parameters
    if (strcmp(name, "cuCtxCreate") == 0 && version < new_contexts)
        return reinterpret_cast<void *>(cuCtxCreate_v2);
    if (strcmp(name, "cuGetProcAddress") == 0)
        return version < new_status ? nullptr : reinterpret_cast<void *>(cuGetProcAddress_v2);
    return dlsym(RTLD_DEFAULT, name);
}
} // namespace

CUresult cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    if (name == nullptr || function == nullptr || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    *function = entry_point(name, (unsigned)version);
    if (status != nullptr)
        *status = *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *function != nullptr || status != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned int version,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult *status)
{
    RETURN_IF_REFUSED();
    if (name == nullptr || function == nullptr || flags > cudaEnablePerThreadDefaultStream)
        return remember(cudaErrorInvalidValue);
    *function = entry_point(name, version);
    if (status != nullptr)
        *status = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult *status)
{
    return cudaGetDriverEntryPointByVersion(name, function, CUDA_VERSION, flags, status);
}

// dlopen() in a .cu file. The call that passes on is a jump, so that the linker still sees by whom it is called, in
// whose folders it searches.
[[gnu::optimize("O2")]] void *cpu_device_dlopen(const char *name, int flags)
{
    if (name != nullptr) {
        const char *slash = strrchr(name, '/'), *base = slash != nullptr ? slash + 1 : name;
        if (strcmp(base, "libcuda.so") == 0 || strcmp(base, "libcuda.so.1") == 0) {
            Dl_info info;
            void *own = nullptr;
            if (dladdr(reinterpret_cast<void *>(cuInit), &info) != 0)
                own = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
            return own != nullptr ? own : dlopen(nullptr, RTLD_LAZY);
        }
    }
    return dlopen(name, flags);
}
