// SPDX-License-Identifier: MIT
// two_threads_one_event.cu: one host thread records an event again and again, a second one lets a stream wait for it,
// and uses the default stream, which waits for all others. What a stream waits for was recorded before, so none waits
// for ever.
// CPU prints 200000 records, 200000 waits, value 200000
#include <stdio.h>
#include <thread>

#include "../handle_error.h"

const int rounds = 200000;
static cudaEvent_t event;
static int recorded;

static void record(cudaStream_t stream)
{
    for (int i = 0; i < rounds; i++) {
        HANDLE_ERROR(cudaEventRecord(event, stream));
        recorded++;
    }
}

int main(void)
{
    cudaStream_t of_recorder, waiting;
    int *dev, value = 0;
    HANDLE_ERROR(cudaStreamCreate(&of_recorder));
    HANDLE_ERROR(cudaStreamCreate(&waiting));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    std::thread recorder(record, of_recorder);
    for (int i = 1; i <= rounds; i++) {
        HANDLE_ERROR(cudaStreamWaitEvent(waiting, event, 0));
        HANDLE_ERROR(cudaMemcpy(dev, &i, sizeof i, cudaMemcpyHostToDevice));
    }
    recorder.join();
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("%d records, %d waits, value %d\n", recorded, rounds, value);
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(of_recorder));
    HANDLE_ERROR(cudaStreamDestroy(waiting));
    return 0;
}
