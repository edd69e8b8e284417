// SPDX-License-Identifier: MIT
// check_dot_once PROGRAM SOURCE.cu CPU|GPU: both ways add up every product, whatever the number of elements. With
// --relaxed the CPU device reports the race between the store of a block's sum and the read in the last block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

static char **arguments;
static bool on_cpu;

// The factors are 1 to 7 and 1 to 5, over and over.
static double dot_of(int elements)
{
    double sum = 0;
    for (int i = 0; i < elements; ++i)
        sum += (1 + i % 7) * (1 + i % 5);
    return sum;
}

static struct run run_with(int elements, const char *option)
{
    char path[1000], n[20];
    snprintf(path, sizeof path, "%s_%d.csv", arguments[1], elements);
    snprintf(n, sizeof n, "%d", elements);
    struct run run = run_program((char *[]){arguments[1], "--csv", path, "--elements", n, (char *)option, NULL}, 100);
    skip_without_device(&run);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != 2)
        fail(&run, "%s has %d rows, not 2", path, csv.rows);
    const char *const names[] = {"the grid's barrier", "the last block"};
    for (int row = 0; row < 2; ++row) {
        require_text(&csv, row, "name", names[row]);
        if (option == NULL || row == 0)
            require_figure(&csv, row, "result", dot_of(elements), 0);
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
    if (strstr(run.out, "\nYes: all 2 results are right.\n") == NULL)
        fail(&run, "it does not say that both are right");
    free_run(&run);
}

static void must_race(int elements)
{
    struct run run = run_with(elements, "--relaxed");
    if (on_cpu) {
        require_status(&run, 3);
        char writes[60], reads[60];
        snprintf(writes, sizeof writes, " at dot_once.cu:%d", line_with(arguments[2], "sums[blockIdx.x] = mine;"));
        snprintf(reads, sizeof reads, " at dot_once.cu:%d", line_with(arguments[2], "mine += sums[i];"));
        const char *const texts[] = {"race between blocks on global memory\n", "kernel by_last_block", writes, reads,
                                     "SUMMARY: 1 error"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_dot_once PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(1);
    must_be_clean(257);
    must_be_clean(100003);
    must_race(100003);
    for (int seed = 1; on_cpu && seed <= 5; ++seed) {
        set_seed(seed);
        must_be_clean(5000);
        must_race(5000);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--elements", "268435457", NULL}, "--elements is at most 268435456");
    return 0;
}
