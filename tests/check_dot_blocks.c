// SPDX-License-Identifier: MIT
// check_dot_blocks PROGRAM CPU|GPU: every sum of dot_blocks is the exact one, for awkward numbers of elements and each
// number of blocks. On the CPU device the loads are the same with any number of blocks, and each block stores one sum.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"
#include "read_csv.h"

enum { rows = 14 }; // 1, 2, ..., 8192 blocks

static void check_sums(char **argv, int n)
{
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], elements[40];
    snprintf(path, sizeof path, "%s_%d.csv", argv[1], n);
    snprintf(elements, sizeof elements, "%d", n);
    struct run run = run_program((char *[]){argv[1], "--elements", elements, "--csv", path, NULL}, 100);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);

    long long exact = 0; // below 2^24 here, and so exact in floats
    for (int i = 0; i < n; ++i)
        exact += (1 + i % 7) * (7 - i % 7);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != rows + !cpu)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, rows + !cpu);
    for (int i = 0; i < rows; ++i) {
        char name[40];
        snprintf(name, sizeof name, "%d block%s", 1 << i, i == 0 ? "" : "s");
        require_text(&csv, i, "name", name);
        require_text(&csv, i, "wrong", "0");
        require_figure(&csv, i, "result", (double)exact, 0);
        if (!cpu)
            require_between(&csv, i, "milliseconds", 1e-6, 60000);
        else
            require_figure(&csv, i, "load requests", 2 * ((n + 31) / 32), 0);
    }
    unlink(path);
    free_csv(&csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_dot_blocks PROGRAM CPU|GPU\n");
        return 2;
    }
    const int awkward[] = {1, 33, 1000, 33 * 1024 + 7, 1 << 16};
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; ++i)
        check_sums(argv, awkward[i]);
    if (strcmp(argv[2], "CPU") == 0) {
        char *csv;
        struct run run = run_counted((char *[]){argv[1], "--elements", "1000", NULL}, 100, &csv);
        long stores = counted_requests(csv, "dot", "global store");
        if (stores != (1 << rows) - 1)
            fail(&run, "the blocks store %ld sums, not %d", stores, (1 << rows) - 1);
        free(csv);
        free_run(&run);
    }
    require_refusal((char *[]){argv[1], "--elements", "0", NULL}, "--elements needs a whole number of 1 or more");
    return 0;
}
