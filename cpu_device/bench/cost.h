// SPDX-License-Identifier: MIT
// cost.h: device memory that is filled and looked over piece by piece, so that the host takes next to none, and the
// time of launches, for the programs of cost.cu and cost_locks.cu; and the choice of one of them.
#pragma once

#include <algorithm>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// --- main() of these programs ---

struct program {
    const char *name;
    bool (*run)(int size, struct timing *timing);
    int multiple, most; // what sizes may be
    const char *size, *what;
};

template <size_t count> void print_usage(const struct program (&programs)[count])
{
    printf("usage: %s NAME SIZE\n"
           "The time of one program, from the launch to the end of the synchronization: of the first launch, and the "
           "best\n"
           "and the median of those after it.\n\n",
           program_invocation_short_name);
    for (const struct program &program : programs)
        printf("  %-10s %-9s %s\n", program.name, program.size, program.what);
}

template <size_t count> int run_chosen(const struct program (&programs)[count], int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage(programs);
        return EXIT_SUCCESS;
    }
    if (argc != 3) {
        fprintf(stderr, "%s: it takes NAME SIZE; --help lists the names\n", program_invocation_short_name);
        return 2;
    }
    const struct program *chosen = NULL;
    for (const struct program &program : programs)
        if (strcmp(program.name, argv[1]) == 0)
            chosen = &program;
    if (chosen == NULL) {
        fprintf(stderr, "%s: there is no program '%s'; --help lists them\n", program_invocation_short_name, argv[1]);
        return 2;
    }
    char *end;
    errno = 0;
    long size = strtol(argv[2], &end, 10);
    if (errno != 0 || end == argv[2] || *end != '\0' || size < 1 || size > chosen->most ||
        size % chosen->multiple != 0) {
        fprintf(stderr, "%s: %s takes a multiple of %d, up to %d, not '%s'\n", program_invocation_short_name,
                chosen->name, chosen->multiple, chosen->most, argv[2]);
        return 2;
    }

    struct timing timing;
    bool right = chosen->run((int)size, &timing);
    printf("cold %.3f ms best %.3f ms median %.3f ms runs %d memory %.1f MB\n", timing.cold, timing.best, timing.median,
           timing.runs, timing.memory / 1024.0);
    if (!right)
        fprintf(stderr, "%s: the result of %s is wrong\n", program_invocation_short_name, chosen->name);
    if (fflush(stdout) != 0) {
        perror(program_invocation_short_name);
        return EXIT_FAILURE;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
