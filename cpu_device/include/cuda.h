// SPDX-License-Identifier: MIT
// The driver API of the CPU device: contexts, memory, streams, events, modules, and launches of their kernels and of
// the program's own, which cudaGetFuncBySymbol() finds. Meanings and errors are those of the CUDA 13.0 Driver API.
// Modules are what cucc -ptx, -cubin, -fatbin or nvrtc.h make: PTX and machine code of GPUs fail with
// CUDA_ERROR_INVALID_IMAGE, and a line on stderr. Contexts are all of one device and share its memory; destroying one
// frees nothing.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __cuda_cuda_h__ // programs ask for this

#include <stdint.h>

#include "cpu_device/letters_hidden.h"

#include "cuda_runtime_api.h"

#include "cpu_device/driver_attributes.h"

#define CUDA_VERSION 13000
#define CUDAAPI
#define CUDA_CB

// X(name, number, what cuGetErrorString says)
#define CPU_DEVICE_DRIVER_ERRORS(X)                                                                                    \
    X(CUDA_SUCCESS, 0, "no error")                                                                                     \
    X(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument")                                                                 \
    X(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory")                                                                    \
    X(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error")                                                           \
    X(CUDA_ERROR_DEINITIALIZED, 4, "driver shutting down")                                                             \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46, "CUDA-capable device(s) is/are busy or unavailable")                          \
    X(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected")                                                 \
    X(CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal")                                                        \
    X(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid")                                                 \
    X(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context")                                                       \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209, "no kernel image is available for execution on the device")                   \
    X(CUDA_ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed")                                                     \
    X(CUDA_ERROR_INVALID_SOURCE, 300, "device kernel image is invalid")                                                \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found")                                                                \
    X(CUDA_ERROR_OPERATING_SYSTEM, 304, "OS call failed or operation not supported on this OS")                        \
    X(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle")                                                       \
    X(CUDA_ERROR_ILLEGAL_STATE, 401, "the operation cannot be performed in the present state")                         \
    X(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found")                                                             \
    X(CUDA_ERROR_NOT_READY, 600, "device not ready")                                                                   \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")                                     \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")                              \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")                                       \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed")                                                    \
    X(CUDA_ERROR_ASSERT, 710, "device-side assert triggered")                                                          \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712, "part or all of the requested memory range is already mapped")   \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713, "pointer does not correspond to a registered memory region")         \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered")                                   \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")                                                        \
    X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure")                                                     \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch")                           \
    X(CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted")                                                        \
    X(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported")                                                        \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900, "operation not permitted when stream is capturing")                  \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901, "operation failed due to a previous error during capture")           \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902, "operation would result in a merge of separate capture sequences")         \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903, "capture was not ended in the same stream as it began")                \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904, "capturing stream has unjoined work")                                   \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905, "dependency created on uncaptured work in another stream")             \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906,                                                                         \
      "operation would make the legacy stream depend on a capturing blocking stream")                                  \
    X(CUDA_ERROR_CAPTURED_EVENT, 907, "operation not permitted on an event last recorded in a capturing stream")       \
    X(CUDA_ERROR_UNKNOWN, 999, "unknown error")

typedef enum cudaError_enum {
#define CPU_DEVICE_ERROR(name, number, text) name = number,
    CPU_DEVICE_DRIVER_ERRORS(CPU_DEVICE_ERROR)
#undef CPU_DEVICE_ERROR
} CUresult;

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef cudaLibrary_t CUlibrary; // of modules, for all contexts
typedef cudaKernel_t CUkernel;
typedef struct CUlinkState_st *CUlinkState;
typedef size_t (*CUoccupancyB2DSize)(int block_size);
typedef cudaFunction_t CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaHostFn_t CUhostFn;
typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *data);

typedef struct CUctxCreateParams_st {
    void *execAffinityParams; // null, and so on: there is nothing of the kind
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

#include "cpu_device/driver_arrays.h"

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef enum CUdriverProcAddress_flags_enum {
    CU_GET_PROC_ADDRESS_DEFAULT = 0,
    CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
} CUdriverProcAddress_flags;
typedef enum CUdriverProcAddressQueryResult_enum {
    CU_GET_PROC_ADDRESS_SUCCESS = 0,
    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} CUdriverProcAddressQueryResult;

// --- virtual memory ---

typedef unsigned long long CUmemGenericAllocationHandle;
typedef enum CUmemAllocationHandleType_enum {
    CU_MEM_HANDLE_TYPE_NONE = 0x0,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 0x1,
    CU_MEM_HANDLE_TYPE_WIN32 = 0x2,
    CU_MEM_HANDLE_TYPE_WIN32_KMT = 0x4,
    CU_MEM_HANDLE_TYPE_FABRIC = 0x8
} CUmemAllocationHandleType;
typedef enum CUmemAccess_flags_enum {
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0x0,
    CU_MEM_ACCESS_FLAGS_PROT_READ = 0x1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 0x3
} CUmemAccess_flags;
typedef enum CUmemLocationType_enum {
    CU_MEM_LOCATION_TYPE_INVALID = 0x0,
    CU_MEM_LOCATION_TYPE_NONE = 0x0,
    CU_MEM_LOCATION_TYPE_DEVICE = 0x1,
    CU_MEM_LOCATION_TYPE_HOST = 0x2,
    CU_MEM_LOCATION_TYPE_HOST_NUMA = 0x3,
    CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 0x4
} CUmemLocationType;
typedef enum CUmemAllocationType_enum {
    CU_MEM_ALLOCATION_TYPE_INVALID = 0x0,
    CU_MEM_ALLOCATION_TYPE_PINNED = 0x1,
    CU_MEM_ALLOCATION_TYPE_MANAGED = 0x2
} CUmemAllocationType;
typedef enum CUmemAllocationGranularity_flags_enum {
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 0x1
} CUmemAllocationGranularity_flags;
typedef enum CUmemAllocationCompType_enum {
    CU_MEM_ALLOCATION_COMP_NONE = 0x0,
    CU_MEM_ALLOCATION_COMP_GENERIC = 0x1
} CUmemAllocationCompType;
typedef struct CUmemLocation_st {
    CUmemLocationType type;
    int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
    CUmemAllocationType type; // CU_MEM_ALLOCATION_TYPE_PINNED
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location; // a device
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp;
typedef struct CUmemAccessDesc_st {
    CUmemLocation location;
    CUmemAccess_flags flags;
} CUmemAccessDesc;

enum {
    CU_CTX_SCHED_AUTO = 0x00,
    CU_CTX_SCHED_SPIN = 0x01,
    CU_CTX_SCHED_YIELD = 0x02,
    CU_CTX_SCHED_BLOCKING_SYNC = 0x04,
    CU_CTX_MAP_HOST = 0x08,
    CU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
    CU_STREAM_DEFAULT = 0x0,
    CU_STREAM_NON_BLOCKING = 0x1,
    CU_EVENT_DEFAULT = 0x0,
    CU_EVENT_BLOCKING_SYNC = 0x1,
    CU_EVENT_DISABLE_TIMING = 0x2,
    CU_EVENT_WAIT_DEFAULT = 0x0,
    CU_MEM_ATTACH_GLOBAL = 0x1,
    CU_MEM_ATTACH_HOST = 0x2,
};
#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE 0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define CU_MEMHOSTREGISTER_IOMEMORY 0x04
#define CU_MEMHOSTREGISTER_READ_ONLY 0x08
#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
} CUcomputemode;

typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
} CUfunction_attribute;

typedef enum CUjit_option_enum { // accepted, and without effect; the logs stay empty
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_TARGET = 9,
    CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_CACHE_MODE = 14,
    CU_JIT_LTO = 20,
    CU_JIT_FTZ = 21,
    CU_JIT_PREC_DIV = 22,
    CU_JIT_PREC_SQRT = 23,
    CU_JIT_FMA = 24,
    CU_JIT_POSITION_INDEPENDENT_CODE = 30,
    CU_JIT_MIN_CTA_PER_SM = 31,
    CU_JIT_MAX_THREADS_PER_BLOCK = 32,
} CUjit_option;

typedef enum CUjitInputType_enum { // for calls that are refused
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX = 1,
    CU_JIT_INPUT_FATBINARY = 2,
    CU_JIT_INPUT_OBJECT = 3,
    CU_JIT_INPUT_LIBRARY = 4,
} CUjitInputType;

typedef enum cudaLibraryOption CUlibraryOption;
#define CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE cudaLibraryHostUniversalFunctionAndDataTable
#define CU_LIBRARY_BINARY_IS_PRESERVED cudaLibraryBinaryIsPreserved

typedef enum CUfunc_cache_enum { // without effect
    CU_FUNC_CACHE_PREFER_NONE = 0,
    CU_FUNC_CACHE_PREFER_SHARED = 1,
    CU_FUNC_CACHE_PREFER_L1 = 2,
    CU_FUNC_CACHE_PREFER_EQUAL = 3,
} CUfunc_cache;

typedef union cudaLaunchAttributeValue CUlaunchAttributeValue;
typedef enum cudaLaunchAttributeID CUlaunchAttributeID;
typedef struct CUlaunchAttribute_st {
    CUlaunchAttributeID id;
    CUlaunchAttributeValue value; // the runtime API calls it val
} CUlaunchAttribute;
#define CU_LAUNCH_ATTRIBUTE_IGNORE cudaLaunchAttributeIgnore
#define CU_LAUNCH_ATTRIBUTE_COOPERATIVE cudaLaunchAttributeCooperative
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
#define CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION cudaLaunchAttributeProgrammaticStreamSerialization
#define CU_LAUNCH_ATTRIBUTE_PRIORITY cudaLaunchAttributePriority
typedef struct CUlaunchConfig_st {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs; // numAttrs of them
    unsigned int numAttrs;
} CUlaunchConfig;

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int number);
CUresult cuDeviceGetName(char *name, int size, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);

// Contexts. Each host thread has a stack of them; the top one is current. A call of the runtime API makes the device's
// primary one current where none is.
CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *params, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxSynchronize(void);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags); // for the whole device, not the context alone
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

CUresult cuMemGetInfo(size_t *free, size_t *total);
CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size);
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height, unsigned int element);
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags);
CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t size, CUstream stream);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr pointer);
CUresult cuMemAllocHost(void **pointer, size_t size);
CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned int flags);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags);
CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags);
CUresult cuMemHostUnregister(void *pointer);

// Arrays, textures and surfaces, and copies with arrays.
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array);
CUresult cuArrayDestroy(CUarray array);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);
CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t size);
CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t size);
CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t size);
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t size);
CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *how,
                           const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject texture);
CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject surface);
// Virtual memory: addresses that are reserved, memory that is created, and mapped there. Sizes and addresses are
// multiples of 2 MiB. A file descriptor takes memory into another process, whose accesses the checks do not see.
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t size, size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *properties,
                     unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t size);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc *all, size_t count);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr pointer);
CUresult cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                        CUmemAllocationHandleType type);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties, CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address);
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size);
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size,
                           CUstream stream);
// Buffers of OpenGL (cudaGL.h); what is said of them in cuda_runtime_api.h holds here too.
typedef struct cudaGraphicsResource *CUgraphicsResource;
typedef enum CUgraphicsRegisterFlags_enum {
    CU_GRAPHICS_REGISTER_FLAGS_NONE = 0,
    CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 1,
    CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 2
} CUgraphicsRegisterFlags;
typedef enum CUgraphicsMapResourceFlags_enum {
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0,
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUgraphicsMapResourceFlags;
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *size, CUgraphicsResource resource);
CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count);
CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream);

CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned int flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop);
CUresult cuEventDestroy(CUevent event);

// Launches a kernel of a module, or of the program. Arguments: their addresses, or all in one buffer, in `extra`.
CUresult cuLaunchKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
                        CUstream stream, void **arguments, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                   unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                   unsigned int shared, CUstream stream, void **arguments);
CUresult cuLaunchKernelEx(const CUlaunchConfig *with, CUfunction kernel, void **arguments, void **extra);
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction kernel);
CUresult cuFuncSetAttribute(CUfunction kernel, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction kernel, CUfunc_cache preference);
CUresult cuFuncGetName(const char **name, CUfunction kernel);
CUresult cuFuncGetParamInfo(CUfunction kernel, size_t number, size_t *offset, size_t *size); // bytes, in one buffer
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction kernel, int threads,
                                                     size_t dynamic_shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction kernel, int threads,
                                                              size_t dynamic_shared, unsigned int flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block, CUfunction kernel, CUoccupancyB2DSize shared_of,
                                          size_t dynamic_shared, int limit);

// Each load has variables of its own.
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                            void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *kernel, CUmodule module, const char *name);
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module);
CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *size, CUmodule module, const char *name);
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                           unsigned int count, CUlibraryOption *library_options, void **library_values,
                           unsigned int library_count);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file, CUjit_option *options, void **values,
                               unsigned int count, CUlibraryOption *library_options, void **library_values,
                               unsigned int library_count);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *size, CUlibrary library, const char *name);
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device);
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device);

// Refused, in one line.
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                       unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size);
CUresult cuLinkDestroy(CUlinkState state);

// As the driver's library calls them, for programs that ask for a name: the same functions, but for the first two.
CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status);
__typeof__(cuCtxCreate) cuCtxCreate_v4;
__typeof__(cuCtxDestroy) cuCtxDestroy_v2;
__typeof__(cuCtxPopCurrent) cuCtxPopCurrent_v2;
__typeof__(cuCtxPushCurrent) cuCtxPushCurrent_v2;
__typeof__(cuDevicePrimaryCtxRelease) cuDevicePrimaryCtxRelease_v2;
__typeof__(cuDevicePrimaryCtxReset) cuDevicePrimaryCtxReset_v2;
__typeof__(cuDeviceTotalMem) cuDeviceTotalMem_v2;
__typeof__(cuEventDestroy) cuEventDestroy_v2;
__typeof__(cuEventElapsedTime) cuEventElapsedTime_v2;
__typeof__(cuGraphicsResourceGetMappedPointer) cuGraphicsResourceGetMappedPointer_v2;
__typeof__(cuGraphicsResourceSetMapFlags) cuGraphicsResourceSetMapFlags_v2;
__typeof__(cuLinkAddData) cuLinkAddData_v2;
__typeof__(cuLinkAddFile) cuLinkAddFile_v2;
__typeof__(cuLinkCreate) cuLinkCreate_v2;
__typeof__(cuMemAlloc) cuMemAlloc_v2;
__typeof__(cuMemAllocHost) cuMemAllocHost_v2;
__typeof__(cuMemAllocPitch) cuMemAllocPitch_v2;
__typeof__(cuMemFree) cuMemFree_v2;
__typeof__(cuMemGetAddressRange) cuMemGetAddressRange_v2;
__typeof__(cuMemGetInfo) cuMemGetInfo_v2;
__typeof__(cuMemHostGetDevicePointer) cuMemHostGetDevicePointer_v2;
__typeof__(cuMemHostRegister) cuMemHostRegister_v2;
__typeof__(cuMemcpyDtoD) cuMemcpyDtoD_v2;
__typeof__(cuMemcpyDtoDAsync) cuMemcpyDtoDAsync_v2;
__typeof__(cuMemcpyDtoH) cuMemcpyDtoH_v2;
__typeof__(cuMemcpyDtoHAsync) cuMemcpyDtoHAsync_v2;
__typeof__(cuMemcpyHtoD) cuMemcpyHtoD_v2;
__typeof__(cuMemcpyHtoDAsync) cuMemcpyHtoDAsync_v2;
__typeof__(cuMemsetD16) cuMemsetD16_v2;
__typeof__(cuMemsetD32) cuMemsetD32_v2;
__typeof__(cuMemsetD8) cuMemsetD8_v2;
__typeof__(cuModuleGetGlobal) cuModuleGetGlobal_v2;
__typeof__(cuStreamDestroy) cuStreamDestroy_v2;
__typeof__(cuArrayCreate) cuArrayCreate_v2;
__typeof__(cuArrayGetDescriptor) cuArrayGetDescriptor_v2;
__typeof__(cuArray3DCreate) cuArray3DCreate_v2;
__typeof__(cuArray3DGetDescriptor) cuArray3DGetDescriptor_v2;
__typeof__(cuMemcpy2D) cuMemcpy2D_v2;
__typeof__(cuMemcpy2DUnaligned) cuMemcpy2DUnaligned_v2;
__typeof__(cuMemcpy2DAsync) cuMemcpy2DAsync_v2;
__typeof__(cuMemcpy3D) cuMemcpy3D_v2;
__typeof__(cuMemcpy3DAsync) cuMemcpy3DAsync_v2;
__typeof__(cuMemcpyHtoA) cuMemcpyHtoA_v2;
__typeof__(cuMemcpyAtoH) cuMemcpyAtoH_v2;
__typeof__(cuMemcpyDtoA) cuMemcpyDtoA_v2;
__typeof__(cuMemcpyAtoD) cuMemcpyAtoD_v2;
#define cuGetProcAddress cuGetProcAddress_v2

#ifdef __cplusplus
} // extern "C"

#include "cpu_device/launch.h"

// cuMemAlloc(...); where nothing is done with the result.
namespace cpu_device
{
inline CUresult operator,(const unheeded &call, CUresult result)
{
    if (result)
        cpu_device_unheeded(call.function, (cudaError_t)result, call.file, call.line);
    return result;
}
} // namespace cpu_device
#endif

#include "cpu_device/letters_shown.h"
