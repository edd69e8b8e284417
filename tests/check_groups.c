// SPDX-License-Identifier: MIT
// check_groups PROGRAM SOURCE.cu CPU|GPU: every way gives every sum and every bin, whatever the number of elements.
// With
// --unsynced the CPU device reports the race in the tiles, and the sums by reduce() stay right.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

static char **arguments;
static bool on_cpu;

struct row {
    const char *table, *name;
    int size;
    bool by_hand;
};
static const struct row rows[] = {
    {"sums of rows", "rows of 32 by hand", 32, true},      {"sums of rows", "rows of 32 by reduce()", 32, false},
    {"sums of rows", "rows of 16 by reduce()", 16, false}, {"sums of rows", "rows of 8 by reduce()", 8, false},
    {"sums of rows", "rows of 4 by hand", 4, true},        {"sums of rows", "rows of 4 by reduce()", 4, false},
    {"histogram", "1 bin by threads", 1, false},           {"histogram", "1 bin by groups", 1, false},
    {"histogram", "8 bins by threads", 8, false},          {"histogram", "8 bins by groups", 8, false},
    {"histogram", "1024 bins by threads", 1024, false},    {"histogram", "1024 bins by groups", 1024, false},
};
enum { row_count = sizeof rows / sizeof *rows };

// The sum of (k + 1) times result k, modulo 2^32: of the rows of i % 1009, or of the bins of i % size.
static double sum_of_results(const struct row *row, int elements)
{
    const bool sums = strcmp(row->table, "histogram") != 0;
    unsigned sum = 0;
    for (int i = 0; i < elements; ++i)
        sum += sums ? (unsigned)(i / row->size + 1) * (unsigned)(i % 1009) : (unsigned)(i % row->size + 1);
    return sum;
}

static struct run run_with(int elements, bool synced)
{
    char path[1000], n[20];
    snprintf(path, sizeof path, "%s_%d.csv", arguments[1], elements);
    snprintf(n, sizeof n, "%d", elements);
    char *const options[] = {arguments[1], "--csv", path, "--elements", n, synced ? NULL : "--unsynced", NULL};
    struct run run = run_program((char **)options, 100);
    skip_without_device(&run);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != row_count)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, row_count);
    for (int i = 0; i < row_count; ++i) {
        const int at = csv_row(&csv, rows[i].table, rows[i].name);
        if (synced || !rows[i].by_hand) {
            require_figure(&csv, at, "result", sum_of_results(&rows[i], elements), 0);
            require_figure(&csv, at, "wrong", 0, 0);
        }
        if (!on_cpu)
            require_between(&csv, at, "milliseconds", 1e-6, 60000);
    }
    unlink(path);
    free_csv(&csv);
    return run;
}

static void must_be_clean(int elements)
{
    struct run run = run_with(elements, true);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 12 results are right.\n") == NULL)
        fail(&run, "it does not say that all are right");
    free_run(&run);
}

static void must_race(int elements)
{
    struct run run = run_with(elements, false);
    if (on_cpu) {
        char reads[60];
        snprintf(reads, sizeof reads, " at groups.cu:%d",
                 line_with(arguments[2], "cache[cache_index] += cache[cache_index + half];"));
        const char *const texts[] = {"race on shared memory\n", "kernel by_hand", "cache[", reads, "SUMMARY: 1 error"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_groups PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(32);
    must_be_clean(1024 + 96);
    if (!on_cpu) // more than the threads of the histogram, and a last round of two warps
        must_be_clean(270336 + 64);
    must_race(2048);
    for (int seed = 1; on_cpu && seed <= 3; ++seed) {
        set_seed(seed);
        must_be_clean(2048);
        must_race(2048);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--elements", "33", NULL}, "--elements is a multiple of 32");
    require_refusal((char *[]){argv[1], "--elements", "268435488", NULL}, "at most 268435456");
    return 0;
}
