// SPDX-License-Identifier: MIT
// The CUDA runtime API of the CPU device. Meanings and errors are those of the CUDA 13.0 Runtime API Reference; where
// this device differs, the comment says so. Sizes are in bytes.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "cpu_device/default_stream.h"
#include "driver_functions.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

#ifdef __cplusplus
#include <utility>

#include "cpu_device/letters_hidden.h"

#include "cpu_device/interface.h"
#endif

#define __CUDA_RUNTIME_API_H__ // programs ask for this
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#define CUDART_CB // the calling convention of callbacks: the usual one

#ifdef __cplusplus
#define CPU_DEVICE_DEFAULT(value) = value
extern "C" {
#else
#define CPU_DEVICE_DEFAULT(value)
#endif

// Errors. Each call returns its own; each host thread also remembers its last one, which cudaGetLastError returns and
// forgets. The errors of a kernel that broke off (700 and above) stay: every later call returns them.
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// Device memory. It lies in an arena of its own; each allocation ends at an unmapped page, so that an access past its
// end, or after cudaFree, is an illegal address.
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
// Which devices' kernels may access memory from a pool of another device. cudaDeviceEnablePeerAccess() is not enough
// for that.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *all, size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t least);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer);

// Host memory that the device can reach.
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host); // of cudaHostAlloc
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags);

// Where managed memory should lie. There is only one memory here, so this is kept and returned when asked for, and
// changes nothing; it is kept for an allocation as a whole.
cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice, struct cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, struct cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size, cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t count);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_sizes, cudaMemRangeAttribute *attributes, size_t number,
                                      const void *pointer, size_t count);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length, unsigned int flags);

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream);
// Between two devices. Without a stream, the copy is ordered after all earlier work of both devices, and before all
// later work.
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t count);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t count,
                                cudaStream_t stream);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemset(void *pointer, int value, size_t count);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream);
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream CPU_DEVICE_DEFAULT(0));

// Arrays. Their texels lie row by row here, and no pointer to them is handed out; offsets and widths of the 2D copies
// are in bytes. cudaMallocArray with height 0 has one dimension.
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width,
                            size_t height CPU_DEVICE_DEFAULT(0), unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const cudaChannelFormatDesc *format,
                                     cudaExtent extent, unsigned int levels, unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned int number);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned int *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind kind CPU_DEVICE_DEFAULT(cudaMemcpyDeviceToDevice));
// Deprecated in CUDA too: `count` bytes in the order of the rows.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream CPU_DEVICE_DEFAULT(0));

// Texture and surface objects; `view` must be null. A surface needs an array made with cudaArraySurfaceLoadStore (a GPU
// may take another).
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *description, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *description, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, cudaSurfaceObject_t surface);

// Streams: work in one runs in order; work in two runs at the same time, as far as the cores go.
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority); // kept, and no more: streams share the cores
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
// A window's properties, how the host waits, and the priority: they can be asked for, and have no effect.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID attribute,
                                   const union cudaLaunchAttributeValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID attribute,
                                   union cudaLaunchAttributeValue *value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);

// Events. Times are real time on the CPU, in milliseconds.
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);
cudaError_t cudaEventDestroy(cudaEvent_t event);

// Device memory of another process, from its handle, which may be sent by any means. Events of another process are not
// supported.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

// Buffers and images of OpenGL (cuda_gl_interop.h) while the device may use them: what they hold is copied when they
// are mapped, and back when they are unmapped. Each time they lie elsewhere, so that a pointer from before is an error.
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource,
                                                  unsigned int index, unsigned int level);

// Graphs. Nodes that no edge orders run side by side. A capture begins in one stream, and takes in others through
// events. Where this device differs: copies and fills are checked anew at each launch, and refused if their memory is
// freed; an executable graph can only be updated from one whose nodes were made in the same order.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
                                          const cudaGraphEdgeData *edges, size_t count,
                                          enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id CPU_DEVICE_DEFAULT(0),
                                     cudaGraph_t *graph CPU_DEVICE_DEFAULT(0),
                                     const cudaGraphNode_t **nodes CPU_DEVICE_DEFAULT(0),
                                     const cudaGraphEdgeData **edges CPU_DEVICE_DEFAULT(0),
                                     size_t *count CPU_DEVICE_DEFAULT(0));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
// Their memory is named by pointers; an array is refused.
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                 const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                       size_t count, cudaGraph_t child);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                        size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                      size_t count, cudaEvent_t event);
// The parameters of a node. For a kernel node, kernelParams is null: the CPU device does not keep the address of each
// argument. If null is set, and the kernel is the same, the arguments do not change.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *parameters);
// The address of a function of the driver API (cuda.h), by the name that it has there. If there is none, the result is
// cudaSuccess, and the status says so.
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned int version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status CPU_DEVICE_DEFAULT(0));

// Nodes that allocate and free memory. The address is there at once, and the same in every launch.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, struct cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                    size_t count, void *pointer);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
// The conditions of nodes that run other graphs if, or while, a kernel has set them (cudaGraphSetConditional()).
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int value CPU_DEVICE_DEFAULT(0),
                                             unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cpu_device_graph_add_conditional(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                             size_t count, struct cudaConditionalNodeParams *parameters);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
                              size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *needs, cudaGraphEdgeData *edges,
                                         size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges,
                                           size_t *count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node, cudaGraph_t clone);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

// The device: there is one, number 0.
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config); // accepted; a CPU has no such choice
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config); // likewise: banks are 4 bytes wide
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value); // accepted up to what the device has
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int from, int to);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

// Modules, for all devices' contexts: cuda.h says of what.
cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image, enum cudaJitOption *options, void **values,
                                unsigned int count, enum cudaLibraryOption *library_options, void **library_values,
                                unsigned int library_count);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file, enum cudaJitOption *options,
                                    void **values, unsigned int count, enum cudaLibraryOption *library_options,
                                    void **library_values, unsigned int library_count);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library);
cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *size, cudaLibrary_t library, const char *name);

#ifdef __cplusplus
} // extern "C"
#else
static inline cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
#endif

#undef CPU_DEVICE_DEFAULT

#ifdef __cplusplus
// --- the forms that need C++ ---

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)(void *)pointer, size);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync((void **)(void *)pointer, size, stream);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}

[[gnu::always_inline]] inline cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                                          cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(pointer, size, pool, stream);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMallocAsync(T **pointer, size_t size,
                                                                             cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMallocHost(T **pointer, size_t size,
                                                                            unsigned int flags = cudaHostAllocDefault)
{
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags)
{
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                                                               unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)(void *)pointer, size, flags);
}

template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = cudaEventDefault)
{
    return cudaEventCreateWithFlags(event, flags);
}

[[gnu::always_inline]] inline cudaError_t cudaEventRecord(cudaEvent_t event)
{
    return cudaEventRecord(event, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr)
{
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t length = 0, unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)pointer, length, flags);
}

[[gnu::always_inline]] inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count,
                                                               struct cudaMemLocation location, unsigned int flags)
{
    return cudaMemPrefetchAsync(pointer, count, location, flags, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                                              int from_device, size_t count)
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, count, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                                            size_t from_pitch, size_t width, size_t height,
                                                            cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width,
                                                            size_t height)
{
    return cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, count, kind, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count)
{
    return cudaMemsetAsync(pointer, value, count, nullptr);
}

[[gnu::always_inline]] inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event)
{
    return cudaStreamWaitEvent(stream, event, 0);
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t)
{
    return cudaGraphInstantiate(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                       cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

// From older books: CUDA has removed these, and the message names what replaces them.
#define CPU_DEVICE_REMOVED(now) [[gnu::unavailable("CUDA 13 has no such function: use " now)]]
CPU_DEVICE_REMOVED("cudaDeviceSynchronize()") cudaError_t cudaThreadSynchronize();
CPU_DEVICE_REMOVED("cudaDeviceReset()") cudaError_t cudaThreadExit();
CPU_DEVICE_REMOVED("cudaDeviceGetLimit()") cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit);
CPU_DEVICE_REMOVED("cudaDeviceSetLimit()") cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value);
CPU_DEVICE_REMOVED("cudaDeviceSetCacheConfig()") cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config);

// A variable of the device, or its address as a const void *, whose size the library looks up.
namespace cpu_device
{
template <class T> inline const void *address_of_symbol(const T &symbol)
{
    return (const void *)&symbol;
}
inline const void *address_of_symbol(const void *const &symbol)
{
    return symbol;
}
template <class T> inline size_t size_of_symbol(const T &symbol)
{
    return sizeof symbol;
}
inline size_t size_of_symbol(const void *const &)
{
    return 0;
}
} // namespace cpu_device

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count,
                                                             size_t offset = 0,
                                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cpu_device_copy_symbol(true, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol),
                                  const_cast<void *>(from), count, offset, kind, nullptr, true);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count,
                                                               size_t offset = 0,
                                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cpu_device_copy_symbol(false, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol), to,
                                  count, offset, kind, nullptr, true);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr)
{
    return cpu_device_copy_symbol(true, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol),
                                  const_cast<void *>(from), count, offset, kind, stream, false);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr)
{
    return cpu_device_copy_symbol(false, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol), to,
                                  count, offset, kind, stream, false);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                               const T &symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind kind)
{
    void *to;
    if (cudaError_t error =
            cpu_device_symbol_address(&to, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol)))
        return error;
    return cudaGraphAddMemcpyNode1D(node, graph, after, count, static_cast<char *>(to) + offset, from, size, kind);
}

template <class T> [[gnu::always_inline]] inline cudaError_t
cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                 void *to, const T &symbol, size_t size, size_t offset, cudaMemcpyKind kind)
{
    void *from;
    if (cudaError_t error =
            cpu_device_symbol_address(&from, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol)))
        return error;
    return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, static_cast<char *>(from) + offset, size, kind);
}

template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return cpu_device_symbol_address(pointer, cpu_device::address_of_symbol(symbol),
                                     cpu_device::size_of_symbol(symbol));
}

template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return cpu_device_symbol_size(size, cpu_device::address_of_symbol(symbol), cpu_device::size_of_symbol(symbol));
}

template <class T> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel)
{
    return cpu_device_function_of(function, reinterpret_cast<const void *>(kernel));
}

template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return cpu_device_func_set_attribute(reinterpret_cast<const void *>(kernel), attribute, value);
}

template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return cpu_device_func_get_attributes(attributes, reinterpret_cast<const void *>(kernel));
}

template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return cpu_device_func_set_cache_config(reinterpret_cast<const void *>(kernel), config);
}

template <class T> cudaError_t cudaFuncSetSharedMemConfig(T *, cudaSharedMemConfig)
{
    return cudaSuccess; // a hint that this device does not need
}

// Launches of the kernel at an address, with the addresses of its arguments. Any pointer will do: to the function, or
// void * of it.
template <class T> cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                                cudaStream_t stream = nullptr, CPU_DEVICE_PLACE)
{
    const cudaLaunchConfig_t with = {grid, block, shared, stream, nullptr, 0};
    return cpu_device_launch_by_pointer(&with, reinterpret_cast<const void *>(kernel), arguments, "cudaLaunchKernel",
                                        file, line);
}

// The same, with all blocks under way at once, so that they can meet: at most as many as
// cudaOccupancyMaxActiveBlocksPerMultiprocessor() says, on each multiprocessor.
template <class T> cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                           size_t shared = 0, cudaStream_t stream = nullptr,
                                                           CPU_DEVICE_PLACE)
{
    cudaLaunchAttribute attribute = {cudaLaunchAttributeCooperative, {}};
    attribute.val.cooperative = 1;
    const cudaLaunchConfig_t with = {grid, block, shared, stream, &attribute, 1};
    return cpu_device_launch_by_pointer(&with, reinterpret_cast<const void *>(kernel), arguments,
                                        "cudaLaunchCooperativeKernel", file, line);
}

template <class T>
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *with, T *kernel, void **arguments, CPU_DEVICE_PLACE)
{
    return cpu_device_launch_by_pointer(with, reinterpret_cast<const void *>(kernel), arguments, "cudaLaunchKernelExC",
                                        file, line);
}

// The nodes of graphs that launch a kernel. What stands in kernelParams is copied.
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                          size_t count, const cudaKernelNodeParams *parameters, CPU_DEVICE_PLACE)
{
    return cpu_device_graph_add_kernel(node, graph, after, count, parameters, file, line);
}

inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters,
                                                CPU_DEVICE_PLACE)
{
    return cpu_device_graph_set_kernel(nullptr, node, parameters, file, line);
}

inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaKernelNodeParams *parameters, CPU_DEVICE_PLACE)
{
    return cpu_device_graph_set_kernel(&exec, node, parameters, file, line);
}

// Adds a node of any type.
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                    const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *parameters,
                                    CPU_DEVICE_PLACE)
{
    switch (parameters->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphAddKernelNode(node, graph, after, count, &parameters->kernel, file, line);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, after, count, &parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphAddMemsetNode(node, graph, after, count, &parameters->memset);
    case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, after, count, &parameters->host);
    case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(node, graph, after, count, parameters->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(node, graph, after, count, parameters->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, after, count, parameters->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: return cudaGraphAddMemAllocNode(node, graph, after, count, &parameters->alloc);
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(node, graph, after, count, parameters->free.dptr);
    case cudaGraphNodeTypeConditional:
        return cpu_device_graph_add_conditional(node, graph, after, count, &parameters->conditional);
    default: return cudaErrorNotSupported;
    }
}

inline cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *parameters, CPU_DEVICE_PLACE)
{
    switch (parameters->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphKernelNodeSetParams(node, &parameters->kernel, file, line);
    case cudaGraphNodeTypeMemcpy: return cudaGraphMemcpyNodeSetParams(node, &parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphMemsetNodeSetParams(node, &parameters->memset);
    case cudaGraphNodeTypeHost: return cudaGraphHostNodeSetParams(node, &parameters->host);
    case cudaGraphNodeTypeWaitEvent: return cudaGraphEventWaitNodeSetEvent(node, parameters->eventWait.event);
    case cudaGraphNodeTypeEventRecord: return cudaGraphEventRecordNodeSetEvent(node, parameters->eventRecord.event);
    default: return cudaErrorNotSupported;
    }
}

inline cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                              cudaGraphNodeParams *parameters, CPU_DEVICE_PLACE)
{
    switch (parameters->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphExecKernelNodeSetParams(exec, node, &parameters->kernel, file, line);
    case cudaGraphNodeTypeMemcpy: return cudaGraphExecMemcpyNodeSetParams(exec, node, &parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphExecMemsetNodeSetParams(exec, node, &parameters->memset);
    case cudaGraphNodeTypeHost: return cudaGraphExecHostNodeSetParams(exec, node, &parameters->host);
    case cudaGraphNodeTypeGraph: return cudaGraphExecChildGraphNodeSetParams(exec, node, parameters->graph.graph);
    case cudaGraphNodeTypeWaitEvent: return cudaGraphExecEventWaitNodeSetEvent(exec, node, parameters->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphExecEventRecordNodeSetEvent(exec, node, parameters->eventRecord.event);
    default: return cudaErrorNotSupported;
    }
}

namespace cpu_device
{
// Holds the place of its construction in the source, for functions with any number of parameters.
struct placed_config {
    const cudaLaunchConfig_t *config;
    const char *file;
    int line;
    placed_config(const cudaLaunchConfig_t *c, const char *f = __builtin_FILE(), int l = __builtin_LINE())
        : config(c), file(f), line(l)
    {
    }
};
} // namespace cpu_device

// With the arguments themselves, which are converted to the parameters' types.
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(cpu_device::placed_config with, void (*kernel)(Parameters...), Arguments &&...arguments)
{
    return [&](Parameters... converted) {
        void *addresses[] = {const_cast<void *>(static_cast<const volatile void *>(&converted))..., nullptr};
        return cpu_device_launch_by_pointer(with.config, reinterpret_cast<const void *>(kernel), addresses,
                                            "cudaLaunchKernelEx", with.file, with.line);
    }(std::forward<Arguments>(arguments)...);
}

// How many clusters can be under way at once: one on each core. And how many blocks a cluster of the kernel may have.
template <class T> cudaError_t cudaOccupancyMaxActiveClusters(int *count, T *kernel, const cudaLaunchConfig_t *with)
{
    return cpu_device_active_clusters(count, reinterpret_cast<const void *>(kernel), with);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, const cudaLaunchConfig_t *with)
{
    return cpu_device_largest_cluster(size, reinterpret_cast<const void *>(kernel), with);
}

// How many blocks of the kernel one core can have under way at once: it does in cooperative launches, and, in a program
// that has asked for this, in others of no more blocks.
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *kernel, int threads,
                                                                   size_t dynamic_shared, unsigned int)
{
    return cpu_device_occupancy(blocks, reinterpret_cast<const void *>(kernel), threads, dynamic_shared);
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads, size_t dynamic_shared)
{
    return cpu_device_occupancy(blocks, reinterpret_cast<const void *>(kernel), threads, dynamic_shared);
}

// Shared memory, in bytes, for each of so many blocks on a multiprocessor; here for one block.
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_shared, T *kernel, int blocks, int threads)
{
    return cpu_device_available_shared(dynamic_shared, reinterpret_cast<const void *>(kernel), blocks, threads);
}

// The largest block that the kernel can be launched with, and a grid of as many as there can be at once. Where the
// dynamic shared memory depends on the size of the block, shared_of(threads) says how.
template <class T, class SharedOf>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid, int *block, T *kernel,
                                                                    SharedOf shared_of, int limit = 0, unsigned int = 0)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = cudaFuncGetAttributes(min_grid && block ? &attributes : nullptr, kernel))
        return error;
    int threads = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    while (threads > 0 && (size_t)shared_of(threads) > (size_t)attributes.maxDynamicSharedSizeBytes)
        threads = (threads - 1) / 32 * 32; // whole warps
    *block = threads;
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_of(threads)))
        return error;
    cudaError_t error = cudaDeviceGetAttribute(min_grid, cudaDevAttrMultiProcessorCount, 0);
    if (error == cudaSuccess)
        *min_grid *= blocks;
    return error;
}

template <class T, class SharedOf> cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block, T *kernel, SharedOf shared_of, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, kernel, shared_of, limit);
}

template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block, T *kernel,
                                                                           size_t dynamic_shared = 0, int limit = 0,
                                                                           unsigned int = 0)
{
    auto shared_of = [=](int) { return dynamic_shared; };
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, kernel, shared_of, limit);
}

template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T *kernel,
                                                                  size_t dynamic_shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, kernel, dynamic_shared, limit);
}
#endif // __cplusplus

#ifdef __cplusplus
#include "cpu_device/letters_shown.h"
#endif
