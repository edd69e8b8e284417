// SPDX-License-Identifier: MIT
// timer.h: the median time of a launch, by CUDA events on the default stream.
//
//     struct timer timer = begin_timer(30);
//     while (one_more_run(&timer))
//         kernel<<<blocks, threads>>>(...);
//     double milliseconds = end_timer(&timer);
//
// A run to warm up, and 30 that are timed; of long ones as many as two seconds hold. They are queued one behind the
// other, so that the device never waits for the host.
#pragma once

#include "book.h"

struct timer {
    cudaEvent_t *ends; // of the runs, the first included
    int runs, queued;
};

inline struct timer begin_timer(int runs)
{
    struct timer timer = {NULL, runs, 0};
    HANDLE_NULL(timer.ends = (cudaEvent_t *)malloc((runs + 1) * sizeof(cudaEvent_t)));
    return timer;
}

// The time of a run that is timed, 0 the first of them, once it has ended.
inline float run_time(const struct timer *timer, int run)
{
    float milliseconds;
    HANDLE_ERROR(cudaEventSynchronize(timer->ends[run + 1]));
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, timer->ends[run], timer->ends[run + 1]));
    return milliseconds;
}

inline bool one_more_run(struct timer *timer)
{
    if (timer->queued > 0) {
        HANDLE_ERROR(cudaEventCreate(&timer->ends[timer->queued - 1]));
        HANDLE_ERROR(cudaEventRecord(timer->ends[timer->queued - 1]));
    }
    if (timer->queued == 2 && run_time(timer, 0) * timer->runs > 2000)
        timer->runs = 1 + (int)(2000 / run_time(timer, 0));
    return timer->queued++ <= timer->runs;
}

inline int compare_times(const void *x, const void *y)
{
    float a = *(const float *)x, b = *(const float *)y;
    return (a > b) - (a < b);
}

// The median.
inline double end_timer(struct timer *timer)
{
    float *times;
    HANDLE_NULL(times = (float *)malloc(timer->runs * sizeof(float)));
    for (int i = 0; i < timer->runs; i++)
        times[i] = run_time(timer, i);
    qsort(times, timer->runs, sizeof(float), compare_times);
    double median = times[timer->runs / 2];
    for (int i = 0; i <= timer->runs; i++)
        HANDLE_ERROR(cudaEventDestroy(timer->ends[i]));
    free(times);
    free(timer->ends);
    return median;
}
