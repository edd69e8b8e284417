// SPDX-License-Identifier: MIT
// Captures: graphs made of the work that a program queues in streams.
#include "graph_work.h"

using namespace cpu_device;

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph, const cudaGraphNode_t *after,
                                          const cudaGraphEdgeData *, size_t count, cudaStreamCaptureMode mode)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    node_list needs;
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (!is_live(graph) || !read_nodes(graph, after, count, needs) || mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    return remember(begin_capture(*stream, mode, graph, needs));
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (d.streams.is_default(*stream))
        return refuse(cudaErrorStreamCaptureUnsupported, "The default stream cannot be captured: create a stream.");
    if (mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    return remember(begin_capture(*stream, mode, nullptr, {}));
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (graph == nullptr)
        return remember(cudaErrorInvalidValue);
    *graph = nullptr;
    std::string loose;
    const cudaError_t error = end_capture(*stream, graph, loose);
    if (error == cudaErrorStreamCaptureUnjoined)
        return refuse(error, loose + tr(" was captured in another stream, and this stream does not wait for it: call "
                                        "cudaEventRecord() after it there, and cudaStreamWaitEvent() here."));
    return remember(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus *status)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (status == nullptr)
        return remember(cudaErrorInvalidValue);
    return remember(capture_status(*stream, d, *status));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                                     cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges,
                                     size_t *count)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (status == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = capture_status(*stream, d, *status))
        return remember(error);
    if (*status != cudaStreamCaptureStatusActive)
        return cudaSuccess;
    if (id != nullptr)
        *id = stream->capture->id;
    if (graph != nullptr)
        *graph = stream->capture->graph;
    if (nodes != nullptr)
        *nodes = stream->captured.data();
    if (edges != nullptr)
        *edges = nullptr;
    if (count != nullptr)
        *count = stream->captured.size();
    return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    if (mode == nullptr || *mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    exchange_capture_mode(*mode);
    return cudaSuccess;
}
