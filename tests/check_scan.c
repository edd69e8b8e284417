// SPDX-License-Identifier: MIT
// check_scan PROGRAM HEADER CPU|GPU: each way gets every prefix sum right, whatever the number of elements. With
// --relaxed the CPU device reports the race between the store of a block's sum and a look at it (HEADER: look_back.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

static char **arguments;
static bool on_cpu;

// The sum of all prefix sums modulo 2^32. The elements are 1 to 7, over and over.
static unsigned checksum_of(int elements)
{
    unsigned sum = 0, total = 0;
    for (int i = 0; i < elements; ++i)
        total += sum += 1 + i % 7;
    return total;
}

static struct run run_with(int elements, const char *option)
{
    char path[1000], n[20];
    snprintf(path, sizeof path, "%s_%d.csv", arguments[1], elements);
    snprintf(n, sizeof n, "%d", elements);
    struct run run = run_program((char *[]){arguments[1], "--csv", path, "--elements", n, (char *)option, NULL}, 100);
    skip_without_device(&run);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != 3)
        fail(&run, "%s has %d rows, not 3", path, csv.rows);
    const char *const names[] = {"CUB", "one word", "three words"};
    for (int row = 0; row < 3; ++row) {
        require_text(&csv, row, "name", names[row]);
        if (option == NULL || row < 2) {
            require_figure(&csv, row, "result", checksum_of(elements), 0);
            require_figure(&csv, row, "wrong", 0, 0);
        }
        if (!on_cpu)
            require_between(&csv, row, "milliseconds", 1e-6, 60000);
    }
    unlink(path);
    free_csv(&csv);
    return run;
}

static void must_be_clean(int elements)
{
    struct run run = run_with(elements, NULL);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 3 results are right.\n") == NULL)
        fail(&run, "it does not say that all are right");
    free_run(&run);
}

static void must_race(int elements)
{
    struct run run = run_with(elements, "--relaxed");
    if (on_cpu) {
        require_status(&run, 3);
        char writes[60], reads[60];
        snprintf(writes, sizeof writes, " writes at look_back.h:%d", line_with(arguments[2], "sums[now - 1] = sum;"));
        snprintf(reads, sizeof reads, " reads at look_back.h:%d", line_with(arguments[2], "? 0 : sums[now - 1];"));
        const char *const texts[] = {"race between blocks on global memory\n", "kernel scan", writes, reads,
                                     "SUMMARY: 1 error"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_scan PROGRAM HEADER CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(1);
    must_be_clean(12288);  // one tile
    must_be_clean(12289);  // and one element
    must_be_clean(500003); // more tiles than a warp looks at in one round
    must_race(100003);
    for (int seed = 1; on_cpu && seed <= 5; ++seed) {
        set_seed(seed);
        must_be_clean(50000);
        must_race(50000);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--elements", "268435457", NULL}, "--elements is at most 268435456");
    return 0;
}
