// SPDX-License-Identifier: MIT
// graph_capture_errors.cu: calls that a capture does not allow, what becomes of the capture, and captures that end
// wrongly.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

__global__ void add(int *a)
{
    a[threadIdx.x] += 1;
}

static void nothing(cudaStream_t, cudaError_t, void *) {}

static void end(cudaStream_t stream)
{
    cudaGraph_t graph = NULL;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaError_t asked = cudaStreamIsCapturing(stream, &status), error = cudaStreamEndCapture(stream, &graph);
    printf("    status %s %d; end: %s, a graph: %d\n", cudaGetErrorName(asked), (int)status, cudaGetErrorName(error),
           graph != NULL);
    if (graph != NULL)
        HANDLE_ERROR(cudaGraphDestroy(graph));
    cudaGetLastError();
}

#define SHOW(call) printf("  %s: %s\n", #call, cudaGetErrorName(call))
#define IN_CAPTURE(call)                                                                                               \
    do {                                                                                                               \
        HANDLE_ERROR(cudaStreamBeginCapture(stream, mode));                                                            \
        add<<<1, 32, 0, stream>>>(dev);                                                                                \
        SHOW(call);                                                                                                    \
        end(stream);                                                                                                   \
    } while (0)

static void try_all(int *dev, cudaStream_t stream, cudaStream_t other, cudaStreamCaptureMode mode)
{
    int value = 0, *spare;
    void *more = NULL;
    cudaEvent_t event, never;
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaEventCreate(&never));
    HANDLE_ERROR(cudaMalloc((void **)&spare, sizeof *spare));
    HANDLE_ERROR(cudaMemset(spare, 0, sizeof *spare));
    HANDLE_ERROR(cudaEventRecord(event, other));
    HANDLE_ERROR(cudaDeviceSynchronize());
    IN_CAPTURE(cudaMalloc(&more, 16));
    HANDLE_ERROR(cudaFree(more));
    IN_CAPTURE(cudaFree(0));
    IN_CAPTURE(cudaMemcpy(&value, spare, sizeof value, cudaMemcpyDeviceToHost));
    IN_CAPTURE(cudaMemset(spare, 0, sizeof *spare));
    IN_CAPTURE(cudaMemcpyAsync(&value, dev, sizeof value, cudaMemcpyDeviceToHost, stream));
    IN_CAPTURE(cudaDeviceSynchronize());
    IN_CAPTURE(cudaStreamSynchronize(stream));
    IN_CAPTURE(cudaStreamSynchronize(other));
    IN_CAPTURE(cudaStreamSynchronize(0));
    IN_CAPTURE(cudaStreamQuery(stream));
    IN_CAPTURE(cudaStreamQuery(other));
    IN_CAPTURE(cudaEventQuery(event));
    IN_CAPTURE(cudaEventSynchronize(event));
    IN_CAPTURE(cudaEventRecord(event, other));
    IN_CAPTURE(cudaStreamWaitEvent(stream, never, 0));
    IN_CAPTURE(cudaStreamWaitEvent(stream, event, 0));
    IN_CAPTURE((add<<<1, 1>>>(spare), cudaGetLastError()));
    IN_CAPTURE((add<<<1, 32, 0, other>>>(dev), cudaGetLastError()));
    IN_CAPTURE((add<<<0, 32, 0, stream>>>(dev), cudaGetLastError()));
    IN_CAPTURE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    IN_CAPTURE(cudaStreamAddCallback(stream, nothing, 0, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaEventDestroy(never));
    HANDLE_ERROR(cudaFree(spare));
}

int main(void)
{
    int *dev;
    cudaStream_t blocking, free_running, other, fork;
    cudaEvent_t event, joined;
    HANDLE_ERROR(cudaMalloc((void **)&dev, 32 * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev, 0, 32 * sizeof(int)));
    HANDLE_ERROR(cudaStreamCreate(&blocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaEventCreate(&joined));

    printf("a non-blocking stream, global mode\n");
    try_all(dev, free_running, other, cudaStreamCaptureModeGlobal);
    printf("a non-blocking stream, relaxed mode\n");
    try_all(dev, free_running, other, cudaStreamCaptureModeRelaxed);
    printf("a blocking stream, global mode\n");
    try_all(dev, blocking, other, cudaStreamCaptureModeGlobal);

    printf("captures that never began\n");
    end(free_running);
    SHOW(cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed));
    SHOW(cudaGetLastError());

    printf("an event of the capture\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    SHOW(cudaEventQuery(event));
    end(free_running);
    SHOW(cudaEventQuery(event));
    SHOW(cudaStreamWaitEvent(other, event, 0));

    printf("a fork without work\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(other, event, 0));
    end(free_running);

    printf("a fork that is not joined\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev);
    end(free_running);

    printf("a fork that is destroyed, after it was joined\n");
    HANDLE_ERROR(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeGlobal));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(fork, event, 0));
    add<<<1, 32, 0, fork>>>(dev);
    HANDLE_ERROR(cudaEventRecord(joined, fork));
    HANDLE_ERROR(cudaStreamWaitEvent(free_running, joined, 0));
    SHOW(cudaStreamDestroy(fork));
    end(free_running);

    printf("a fork that is destroyed, and not joined\n");
    HANDLE_ERROR(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeGlobal));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(fork, event, 0));
    add<<<1, 32, 0, fork>>>(dev);
    SHOW(cudaStreamDestroy(fork));
    end(free_running);

    printf("the first stream of a capture is destroyed\n");
    HANDLE_ERROR(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamBeginCapture(fork, cudaStreamCaptureModeGlobal));
    HANDLE_ERROR(cudaEventRecord(event, fork));
    HANDLE_ERROR(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev);
    SHOW(cudaStreamDestroy(fork));
    end(other);

    printf("ended in the other stream\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(other, event, 0));
    end(other);
    end(free_running);

    printf("two captures merged\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    SHOW(cudaStreamWaitEvent(other, event, 0));
    end(free_running);
    end(other);

    printf("a blocking stream joins\n");
    HANDLE_ERROR(cudaStreamBeginCapture(free_running, cudaStreamCaptureModeRelaxed));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(blocking, event, 0));
    add<<<1, 32>>>(dev);
    SHOW(cudaGetLastError());
    end(free_running);

    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaEventDestroy(joined));
    HANDLE_ERROR(cudaStreamDestroy(blocking));
    HANDLE_ERROR(cudaStreamDestroy(free_running));
    HANDLE_ERROR(cudaStreamDestroy(other));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
