// SPDX-License-Identifier: MIT
// measure.h: what launches cost, as a table. On a GPU: the median time of several runs. On the CPU device, whose times
// say nothing about a GPU: the memory requests of one run.
//
//     struct table table = begin_table("row sums", csv_path); // NULL: no CSV file
//     struct measurement cost = begin_measurement(30);
//     while (one_more_run(&cost))
//         kernel<<<blocks, threads>>>(...);
//     print_row(&table, "one block per row", cost, bytes, sum, wrong_sums);
//     int status = end_table(&table); // of the program
//
// It times 30 runs after one to warm up, or as many as fit into two seconds. They are queued one after another, so that
// the device never waits for the host. Launches go to the default stream.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "output.h"

#if __has_include(<cpu_device/counters.h>)
#include <cpu_device/counters.h>
#else
struct access_counts { // explained in the CPU device's header
    unsigned long long requests, sectors, least_sectors, bytes, wavefronts, least_wavefronts;
};
struct memory_counts {
    struct access_counts global_loads, global_stores, global_atomics, shared_loads, shared_stores, shared_atomics;
};
inline void cpu_device_counters_begin(void) {}
inline struct memory_counts cpu_device_counters_end(void)
{
    return {};
}
#endif

// Whether the device counts memory requests instead of measuring times. A GPU measures times, and shows its counts only
// to Nsight Compute.
inline bool device_counts(void)
{
#if __has_include(<cpu_device/counters.h>)
    return true;
#else
    return false;
#endif
}

// --- one measurement ---

struct measurement {
    double milliseconds;         // the median; NaN where there is no clock
    struct memory_counts counts; // of one run; zeros where the device does not count
    int runs;
    int queued;
    cudaEvent_t *ends; // of all runs, the first included
};

// Sorts the values.
inline double median(double *values, int count)
{
    qsort(values, count, sizeof *values, [](const void *a, const void *b) {
        double x = *(const double *)a, y = *(const double *)b;
        return (x > y) - (x < y);
    });
    return values[count / 2];
}

inline struct measurement begin_measurement(int runs)
{
    struct measurement m = {NAN, {}, runs, 0, NULL};
    m.ends = (cudaEvent_t *)malloc((runs + 1) * sizeof(cudaEvent_t));
    HANDLE_NULL(m.ends);
    return m;
}

// The time of a run that has ended; run 0 is the first after the one to warm up.
inline double run_time(const struct measurement *m, int run)
{
    float milliseconds;
    HANDLE_ERROR(cudaEventSynchronize(m->ends[run + 1]));
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, m->ends[run], m->ends[run + 1]));
    return milliseconds;
}

inline void end_measurement(struct measurement *m)
{
    if (device_counts()) {
        HANDLE_ERROR(cudaDeviceSynchronize());
        m->counts = cpu_device_counters_end();
    } else {
        double *times = (double *)malloc(m->runs * sizeof(double));
        HANDLE_NULL(times);
        for (int i = 0; i < m->runs; i++)
            times[i] = run_time(m, i);
        m->milliseconds = median(times, m->runs);
        for (int i = 0; i <= m->runs; i++)
            HANDLE_ERROR(cudaEventDestroy(m->ends[i]));
        free(times);
    }
    free(m->ends);
    m->ends = NULL;
}

// Whether there is another run to launch. If not, all runs have ended, and so has the measurement.
inline bool one_more_run(struct measurement *m)
{
    int run = m->queued++;
    if (run == 0 && device_counts()) {
        HANDLE_ERROR(cudaDeviceSynchronize());
        cpu_device_counters_begin();
    } else if (run > 0 && !device_counts()) {
        HANDLE_ERROR(cudaEventCreate(&m->ends[run - 1]));
        HANDLE_ERROR(cudaEventRecord(m->ends[run - 1]));
        if (run == 2 && run_time(m, 0) * m->runs > 2000)
            m->runs = 1 + (int)(2000 / run_time(m, 0));
    }
    if (run <= (device_counts() ? 0 : m->runs))
        return true;
    end_measurement(m);
    return false;
}

// --- what the counts say; NaN where nothing was counted ---

// A sector is 32 bytes. A warp that reads 32 neighbouring floats needs 4.
inline double sectors_per_request(struct access_counts counts)
{
    return (double)counts.sectors / (double)counts.requests;
}

// Bytes asked for, in percent of those that the sectors hold.
inline double percent_used(struct access_counts counts)
{
    return 100 * (double)counts.bytes / (32.0 * (double)counts.sectors);
}

// How many times as many passes the banks of shared memory need as without conflicts: 1 if there are none, 32 in a
// 32-way bank conflict.
inline double bank_passes(struct access_counts counts)
{
    return (double)counts.wavefronts / (double)counts.least_wavefronts;
}

// The sum of (k + 1) * values[k] modulo 2^32, for whole numbers, which a test can compute too. A NaN counts as 0.
inline unsigned checksum(const float *values, size_t count)
{
    unsigned sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (unsigned)(k + 1) * (unsigned)(isnan(values[k]) ? 0 : (long long)values[k]);
    return sum;
}

inline unsigned checksum(const int *values, size_t count)
{
    unsigned sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (unsigned)(k + 1) * (unsigned)values[k];
    return sum;
}

// --- the table: lines on stdout, and CSV in a file that is written completely, or left as it was (output.h) ---

struct table {
    const char *title;
    const char *path;
    FILE *csv; // NULL if there is none
    bool headed;
    int rows;
    int wrong_rows;
};

inline struct output csv_output;

// Before the work begins. A path of "-" is standard output. If the file cannot be written, ends the program with one
// line on stderr and status 2.
inline struct table begin_table(const char *title, const char *path)
{
    struct table table = {title, path, NULL, false, 0, 0};
    if (path != NULL && strcmp(path, "-") == 0) {
        table.csv = stdout;
    } else if (path != NULL) {
        require_output(path);
        if ((table.csv = open_output(&csv_output, path)) == NULL)
            exit(EXIT_FAILURE);
    }
    if (table.csv != NULL)
        fprintf(table.csv, "table,name,milliseconds,GB/s,load requests,sectors per request,percent used,load passes,"
                           "store passes,result,wrong\n");
    return table;
}

// Another table in the same file.
inline void next_table(struct table *table, const char *title)
{
    table->title = title;
    table->headed = false;
}

// `bytes` is the least that the kernel must move, for GB/s. `result` is what it computed, or a checksum of that; it
// goes to the CSV, so that a test need not trust `wrong`, the number of wrong results. A missing figure is printed as a
// dash, and is empty in the CSV. Bank conflicts are "none" or "32-way"; the CSV has the passes. No name may contain a
// comma.
inline void print_row(struct table *table, const char *name, struct measurement cost, double bytes, double result,
                      size_t wrong)
{
    const char *const heads[] = {"ms",           "GB/s",           "load requests",  "sectors/request",
                                 "percent used", "load conflicts", "store conflicts"};
    bool counts = device_counts();
    double figures[] = {cost.milliseconds,
                        bytes / cost.milliseconds / 1e6,
                        counts ? (double)cost.counts.global_loads.requests : NAN,
                        sectors_per_request(cost.counts.global_loads),
                        percent_used(cost.counts.global_loads),
                        bank_passes(cost.counts.shared_loads),
                        bank_passes(cost.counts.shared_stores)};
    const int first = counts ? 2 : 0;
    const int end = counts ? 7 : 2;
    const int conflicts = 5;
    if (!table->headed) {
        printf("\n%-28s", table->title);
        for (int i = first; i < end; i++)
            printf(" %15s", heads[i]);
        printf(" %7s\n", "wrong");
    }
    printf("%-28s", name);
    for (int i = first; i < end; i++)
        if (isnan(figures[i]))
            printf(" %15s", "-");
        else if (i >= conflicts && figures[i] == 1)
            printf(" %15s", "none");
        else if (i >= conflicts)
            printf(" %11.3g-way", figures[i]);
        else
            printf(figures[i] < 1e4 ? " %15.4g" : " %15.0f", figures[i]);
    printf(" %7zu\n", wrong);
    if (table->csv != NULL) {
        fprintf(table->csv, "%s,%s", table->title, name);
        for (int i = 0; i < 7; i++)
            fprintf(table->csv, isnan(figures[i]) ? "," : ",%.10g", figures[i]);
        fprintf(table->csv, isnan(result) ? "," : ",%.17g", result);
        fprintf(table->csv, ",%zu\n", wrong);
    }
    table->headed = true;
    table->rows++;
    table->wrong_rows += wrong != 0;
}

// The time of a copy that reads and writes as many bytes in all, for comparison. This row has no result to be wrong.
inline void print_copy(struct table *table, void *to, const void *from, size_t bytes)
{
    struct measurement cost = begin_measurement(30);
    const size_t half = bytes / 2 / sizeof(float) * sizeof(float); // whole elements
    while (one_more_run(&cost))
        HANDLE_ERROR(cudaMemcpyAsync(to, from, half, cudaMemcpyDeviceToDevice));
    if (device_counts())
        return; // not a kernel
    print_row(table, "for comparison: a copy", cost, bytes, NAN, 0);
    table->rows--;
}

// After the last row, prints whether all results are right. Returns the program's exit status. If the file could not be
// written, one line on stderr says why.
inline int end_table(struct table *table)
{
    if (device_counts())
        printf("\nNo timings here: CPU times say nothing about a GPU. The table counts memory requests instead.\n");
    else
        printf("\n");
    if (table->wrong_rows == 0)
        printf("Yes: all %d results are right.\n", table->rows);
    else
        printf("NO: of %d results %d are wrong.\n", table->rows, table->wrong_rows);
    bool written = table->csv == NULL || table->csv == stdout || close_output(&csv_output, table->path, NULL);
    return written && table->wrong_rows == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
