// SPDX-License-Identifier: MIT
// cost.h: device memory that is filled and looked over piece by piece, so that the host takes next to none, and the
// time of launches, for the programs of cost.cu.
#pragma once

#include <algorithm>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "../tests/handle_error.h"

template <class T> struct device_array {
    static constexpr size_t piece = 1 << 14;
    T *data;
    size_t count;

    explicit device_array(size_t n) : count(n)
    {
        HANDLE_ERROR(cudaMalloc((void **)&data, n * sizeof(T)));
    }
    device_array(const device_array &) = delete;
    ~device_array()
    {
        HANDLE_ERROR(cudaFree(data));
    }

    void clear()
    {
        HANDLE_ERROR(cudaMemset(data, 0, count * sizeof(T)));
    }

    // Element i becomes value(i).
    template <class Value> void fill(Value value)
    {
        static T host[piece];
        for (size_t from = 0; from < count; from += piece) {
            size_t n = count - from < piece ? count - from : piece;
            for (size_t i = 0; i < n; ++i)
                host[i] = value(from + i);
            HANDLE_ERROR(cudaMemcpy(data + from, host, n * sizeof(T), cudaMemcpyHostToDevice));
        }
    }

    // visit(i, element i), for all i.
    template <class Visit> void each(Visit visit) const
    {
        static T host[piece];
        for (size_t from = 0; from < count; from += piece) {
            size_t n = count - from < piece ? count - from : piece;
            HANDLE_ERROR(cudaMemcpy(host, data + from, n * sizeof(T), cudaMemcpyDeviceToHost));
            for (size_t i = 0; i < n; ++i)
                visit(from + i, host[i]);
        }
    }

    // Whether every `step`th element i is value(i).
    template <class Value> bool holds(Value value, size_t step = 1) const
    {
        bool right = true;
        each([&](size_t i, const T &element) { right = right && (i % step != 0 || element == value(i)); });
        return right;
    }
};

// What one program measured. The time is that from the launch to the end of the synchronization, in milliseconds.
struct timing {
    double cold, best, median; // of the first time; of all; of those after the first
    int runs;                  // after the first
    long memory;               // kilobytes of the process, at most
};

inline double milliseconds()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// Times launch() once, and again until a second is over or nine runs are; prepare(), before each, is not timed. What
// takes ten seconds is not run again: its first time stands for all.
template <class Prepare, class Launch> struct timing measure(Prepare prepare, Launch launch)
{
    const int most = 9;
    double times[most], all = 0;
    struct timing t = {};
    for (int run = -1; run < most && all < 1000 && t.cold < 10000; ++run) {
        prepare();
        HANDLE_ERROR(cudaDeviceSynchronize());
        double start = milliseconds();
        launch();
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
        double time = milliseconds() - start;
        if (run < 0)
            t.cold = t.best = time;
        else
            all += times[t.runs++] = time;
        if (time < t.best)
            t.best = time;
    }
    std::nth_element(times, times + t.runs / 2, times + t.runs);
    t.median = t.runs > 0 ? times[t.runs / 2] : t.cold;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    t.memory = usage.ru_maxrss;
    return t;
}

template <class Launch> struct timing measure(Launch launch)
{
    return measure([] {}, launch);
}
