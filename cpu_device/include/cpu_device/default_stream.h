// SPDX-License-Identifier: MIT
// The default stream of a file that is compiled with --default-stream per-thread, which defines
// CUDA_API_PER_THREAD_DEFAULT_STREAM: each host thread's own. Calls of these names go to the library's NAME_ptsz, which
// notes that a null stream is the thread's own, and calls NAME. As in CUDA, it is a matter of each file.
#pragma once

// Every function that takes a stream, or uses the default one.
#define CPU_DEVICE_TAKE_STREAM(X)                                                                                      \
    X(cudaMallocAsync)                                                                                                 \
    X(cudaFreeAsync)                                                                                                   \
    X(cudaMemcpy)                                                                                                      \
    X(cudaMemcpyAsync)                                                                                                 \
    X(cudaMemcpy2D)                                                                                                    \
    X(cudaMemcpy2DAsync)                                                                                               \
    X(cudaMemset)                                                                                                      \
    X(cudaMemsetAsync)                                                                                                 \
    X(cudaMemset2D)                                                                                                    \
    X(cudaMemset2DAsync)                                                                                               \
    X(cudaStreamSynchronize)                                                                                           \
    X(cudaStreamQuery)                                                                                                 \
    X(cudaStreamWaitEvent)                                                                                             \
    X(cudaStreamAddCallback)                                                                                           \
    X(cudaLaunchHostFunc)                                                                                              \
    X(cudaEventRecord)                                                                                                 \
    X(cudaEventRecordWithFlags)                                                                                        \
    X(cudaGraphLaunch)                                                                                                 \
    X(cudaGraphUpload)                                                                                                 \
    X(cudaMallocFromPoolAsync)                                                                                         \
    X(cudaMemPrefetchAsync)                                                                                            \
    X(cudaMemcpy2DFromArray)                                                                                           \
    X(cudaMemcpy2DToArray)                                                                                             \
    X(cudaMemcpy3D)                                                                                                    \
    X(cudaMemcpyFromArray)                                                                                             \
    X(cudaMemcpyPeer)                                                                                                  \
    X(cudaMemcpyPeerAsync)                                                                                             \
    X(cudaMemcpyToArray)                                                                                               \
    X(cudaMemset3D)                                                                                                    \
    X(cudaStreamAttachMemAsync)                                                                                        \
    X(cudaStreamBeginCapture)                                                                                          \
    X(cudaStreamBeginCaptureToGraph)                                                                                   \
    X(cudaStreamEndCapture)                                                                                            \
    X(cudaStreamCopyAttributes)                                                                                        \
    X(cudaStreamGetAttribute)                                                                                          \
    X(cudaStreamSetAttribute)                                                                                          \
    X(cudaStreamGetDevice)                                                                                             \
    X(cudaStreamGetFlags)                                                                                              \
    X(cudaStreamGetId)                                                                                                 \
    X(cudaStreamGetPriority)                                                                                           \
    X(cudaStreamIsCapturing)                                                                                           \
    X(cudaMemcpy3DAsync)                                                                                               \
    X(cudaMemset3DAsync)                                                                                               \
    X(cudaMemcpy2DToArrayAsync)                                                                                        \
    X(cudaMemcpy2DFromArrayAsync)                                                                                      \
    X(cudaMemcpyToArrayAsync)                                                                                          \
    X(cudaMemcpyFromArrayAsync)                                                                                        \
    X(cudaGraphicsMapResources)                                                                                        \
    X(cudaGraphicsUnmapResources)                                                                                      \
    X(cudaMemcpy2DArrayToArray)                                                                                        \
    X(cudaStreamGetCaptureInfo)                                                                                        \
    X(cpu_device_launch_by_pointer)                                                                                    \
    X(cpu_device_configure)                                                                                            \
    X(cpu_device_copy_symbol)

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CPU_DEVICE_PRAGMA(text) _Pragma(#text)
#define CPU_DEVICE_OF_THREAD(name) CPU_DEVICE_PRAGMA(redefine_extname name name##_ptsz)
CPU_DEVICE_TAKE_STREAM(CPU_DEVICE_OF_THREAD)
#undef CPU_DEVICE_OF_THREAD
#undef CPU_DEVICE_PRAGMA
#endif
