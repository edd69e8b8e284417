// SPDX-License-Identifier: MIT
// driver_by_dlopen.cu: a library that loads the driver when it is there, and else does its work on the host
// Feature: dlopen("libcuda.so.1"), a table of functions filled by dlsym and by cuGetProcAddress, PTX-free launches
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef CUresult (*PFN_Init)(unsigned int);
typedef CUresult (*PFN_DriverGetVersion)(int *);
typedef CUresult (*PFN_DeviceGetCount)(int *);
typedef CUresult (*PFN_DeviceGet)(CUdevice *, int);
typedef CUresult (*PFN_DeviceGetName)(char *, int, CUdevice);
typedef CUresult (*PFN_PrimaryCtxRetain)(CUcontext *, CUdevice);
typedef CUresult (*PFN_CtxSetCurrent)(CUcontext);
typedef CUresult (*PFN_MemAlloc)(CUdeviceptr *, size_t);
typedef CUresult (*PFN_MemFree)(CUdeviceptr);
typedef CUresult (*PFN_MemcpyHtoD)(CUdeviceptr, const void *, size_t);
typedef CUresult (*PFN_MemcpyDtoH)(void *, CUdeviceptr, size_t);
typedef CUresult (*PFN_LaunchKernel)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                     CUstream, void **, void **);
typedef CUresult (*PFN_CtxSynchronize)(void);
typedef CUresult (*PFN_GetProcAddress)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *);

static struct {
    void *library;
    PFN_Init Init;
    PFN_DriverGetVersion DriverGetVersion;
    PFN_DeviceGetCount DeviceGetCount;
    PFN_DeviceGet DeviceGet;
    PFN_DeviceGetName DeviceGetName;
    PFN_PrimaryCtxRetain PrimaryCtxRetain;
    PFN_CtxSetCurrent CtxSetCurrent;
    PFN_MemAlloc MemAlloc;
    PFN_MemFree MemFree;
    PFN_MemcpyHtoD MemcpyHtoD;
    PFN_MemcpyDtoH MemcpyDtoH;
    PFN_LaunchKernel LaunchKernel;
    PFN_CtxSynchronize CtxSynchronize;
    PFN_GetProcAddress GetProcAddress;
} cu;

static int load_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names && cu.library == NULL; i++)
        cu.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (cu.library == NULL)
        return 0;
#define LOAD(field, symbol)                                                                                            \
    do {                                                                                                               \
        *(void **)&cu.field = dlsym(cu.library, symbol);                                                               \
        if (cu.field == NULL) {                                                                                        \
            fprintf(stderr, "missing %s: %s\n", symbol, dlerror());                                                    \
            return 0;                                                                                                  \
        }                                                                                                              \
    } while (0)
    LOAD(Init, "cuInit");
    LOAD(DriverGetVersion, "cuDriverGetVersion");
    LOAD(DeviceGetCount, "cuDeviceGetCount");
    LOAD(DeviceGet, "cuDeviceGet");
    LOAD(DeviceGetName, "cuDeviceGetName");
    LOAD(PrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
    LOAD(CtxSetCurrent, "cuCtxSetCurrent");
    LOAD(MemAlloc, "cuMemAlloc_v2");
    LOAD(MemFree, "cuMemFree_v2");
    LOAD(GetProcAddress, "cuGetProcAddress_v2");
    // the rest as the runtime does it
    CUdriverProcAddressQueryResult status;
#define ASK(field, symbol)                                                                                             \
    if (cu.GetProcAddress(symbol, (void **)&cu.field, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status) != CUDA_SUCCESS ||  \
        status != CU_GET_PROC_ADDRESS_SUCCESS)                                                                         \
        return 0;
    ASK(MemcpyHtoD, "cuMemcpyHtoD")
    ASK(MemcpyDtoH, "cuMemcpyDtoH")
    ASK(LaunchKernel, "cuLaunchKernel")
    ASK(CtxSynchronize, "cuCtxSynchronize")
    return 1;
}

__global__ void saxpy(float a, const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

static int on_host(float a, const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
    return 0;
}

static int on_device(float a, const float *x, float *y, int n)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr dx = 0, dy = 0;
    CUfunction function;
    char name[100];
    int version, count;
    const size_t bytes = n * sizeof(float);
    if (cu.Init(0) || cu.DriverGetVersion(&version) || cu.DeviceGetCount(&count) || count < 1 ||
        cu.DeviceGet(&device, 0) || cu.DeviceGetName(name, sizeof name, device) ||
        cu.PrimaryCtxRetain(&context, device) || cu.CtxSetCurrent(context))
        return 1;
    if (strlen(name) == 0 || version < 12000)
        return 1;
    if (cudaGetFuncBySymbol(&function, (const void *)saxpy) != cudaSuccess)
        return 1;
    void *args[] = {&a, &dx, &dy, &n};
    int failed = cu.MemAlloc(&dx, bytes) || cu.MemAlloc(&dy, bytes) || cu.MemcpyHtoD(dx, x, bytes) ||
                 cu.MemcpyHtoD(dy, y, bytes) || cu.LaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, NULL, args, NULL) ||
                 cu.CtxSynchronize() || cu.MemcpyDtoH(y, dy, bytes);
    failed |= cu.MemFree(dx) || cu.MemFree(dy);
    return failed;
}

int main(void)
{
    enum { n = 10000 };
    static float x[n], y[n];
    for (int i = 0; i < n; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    const int there = load_driver();
    if ((there ? on_device : on_host)(2.0f, x, y, n) != 0) {
        printf("failed\n");
        return 1;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2.0f * i + 1;
    printf("on the %s: %d wrong\n", there ? "device" : "host", wrong);
    if (cu.library)
        dlclose(cu.library);
    return wrong != 0 || !there;
}
