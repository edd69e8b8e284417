// SPDX-License-Identifier: MIT
// watchdog.h: waits for an event with a time limit, since a kernel whose barriers diverge may never end.
//
//     cudaError_t result = wait_for_event(stop, 3); // seconds; `stop` was recorded after the launch
//
//     cudaSuccess         what was queued before the event has ended
//     cudaErrorNotReady   it had not ended when the time was up
//     any other           the device stopped a kernel, or the event is invalid
//
// After cudaErrorNotReady every call that waits for the device (cudaMemcpy, cudaFree, the end of main) would wait for
// the same kernel. CUDA cannot stop it; the end of the process does: fflush(stdout), then _exit(status).
#pragma once

#include <cuda_runtime.h>
#include <time.h>

inline double watchdog_clock()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

inline cudaError_t wait_for_event(cudaEvent_t event, double seconds)
{
    const struct timespec pause = {0, 1000 * 1000}; // a millisecond
    double end = watchdog_clock() + seconds;
    for (;;) {
        cudaError_t result = cudaEventQuery(event);
        if (result != cudaErrorNotReady || watchdog_clock() >= end)
            return result;
        nanosleep(&pause, NULL);
    }
}
