// SPDX-License-Identifier: MIT
// event_of_destroyed_stream.cu: an event that a destroyed stream refuses to record was not recorded, so nothing waits
// for it.
// CPU prints record: cudaErrorInvalidResourceHandle
// CPU prints query: cudaSuccess
// CPU prints wait: cudaSuccess
// CPU prints a stream waits: cudaSuccess
// CPU prints the device: cudaSuccess
// CPU prints its earlier record counts: cudaSuccess
// CPU exits 0
// CPU says CPU device: the times between events are those of this CPU
#include <stdio.h>

#include "../handle_error.h"

static void show(const char *call, cudaError_t error)
{
    printf("%s: %s\n", call, cudaGetErrorName(error));
    fflush(stdout);
}

int main(void)
{
    cudaStream_t gone, stream;
    cudaEvent_t event, start;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaStreamCreate(&gone));
    HANDLE_ERROR(cudaStreamDestroy(gone));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaEventCreate(&start));
    show("record", cudaEventRecord(event, gone));
    show("query", cudaEventQuery(event));
    show("wait", cudaEventSynchronize(event));
    show("a stream waits", cudaStreamWaitEvent(stream, event, 0));
    show("the device", cudaDeviceSynchronize());

    float milliseconds;
    HANDLE_ERROR(cudaEventRecord(start, stream));
    HANDLE_ERROR(cudaEventRecord(event, stream));
    HANDLE_ERROR(cudaEventSynchronize(event));
    if (cudaEventRecord(event, gone) == cudaSuccess)
        return 1;
    show("its earlier record counts", cudaEventElapsedTime(&milliseconds, start, event));
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return 0;
}
