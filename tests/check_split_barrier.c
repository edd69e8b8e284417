// SPDX-License-Identifier: MIT
// check_split_barrier PROGRAM SOURCE.cu CPU|GPU: with each barrier, all results are right. With --early the CPU device
// reports the race between the store before the barrier and the read before the wait, and nothing else.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

enum { threads = 256, warps = 8 };

static char **arguments;
static bool on_cpu;

static unsigned scramble(unsigned number, int steps)
{
    for (int i = 0; i < steps; ++i)
        number = number * 1664525u + 1013904223u;
    return number;
}

// The sum of what all threads write, modulo 2^31.
static double expected(int blocks, int steps, bool uneven)
{
    unsigned long long sum = 0;
    for (unsigned first = 0; first < (unsigned)blocks * threads; first += threads)
        for (unsigned t = 0; t < threads; ++t) {
            const unsigned opposite = threads - 1 - t;
            const int mine = uneven ? 2 * steps * (int)(t / 32) / (warps - 1) : steps;
            const int its = uneven ? 2 * steps * (int)(opposite / 32) / (warps - 1) : steps;
            sum += scramble(~(first + t), 2 * steps - mine) + scramble(first + opposite, its);
        }
    return (double)(sum % (1u << 31));
}

static struct run run_with(int blocks, int steps, const char *option, const char *more)
{
    char path[1000], blocks_text[20], steps_text[20];
    snprintf(path, sizeof path, "%s_%d.csv", arguments[1], steps);
    snprintf(blocks_text, sizeof blocks_text, "%d", blocks);
    snprintf(steps_text, sizeof steps_text, "%d", steps);
    struct run run = run_program((char *[]){arguments[1], "--csv", path, "--blocks", blocks_text, "--steps", steps_text,
                                            (char *)option, (char *)more, NULL},
                                 100);
    skip_without_device(&run);
    static const char *const names[] = {"__syncthreads()", "arrive_and_wait()", "arrive() work wait()",
                                        "read before wait()"};
    const int ways = option != NULL && strcmp(option, "--early") == 0 ? 4 : 3;
    struct csv csv = read_csv(&run, path);
    if (csv.rows != 2 * ways)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, 2 * ways);
    for (int row = 0; row < csv.rows; ++row) {
        require_text(&csv, row, "table", row < ways ? "even work" : "uneven work");
        require_text(&csv, row, "name", names[row % ways]);
        if (row % ways < 3)
            require_figure(&csv, row, "result", expected(blocks, steps, row >= ways), 0);
        if (!on_cpu)
            require_between(&csv, row, "milliseconds", 1e-6, 60000);
    }
    unlink(path);
    free_csv(&csv);
    return run;
}

static void must_be_clean(int blocks, int steps, const char *option)
{
    struct run run = run_with(blocks, steps, option, NULL);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 6 results are right.\n") == NULL)
        fail(&run, "it does not say that all are right");
    free_run(&run);
}

static void must_race(const char *more)
{
    struct run run = run_with(3, 21, "--early", more);
    if (on_cpu) {
        char writes[80], reads[80];
        snprintf(writes, sizeof writes, " at split_barrier.cu:%d", line_with(arguments[2], "stored[t] = scramble("));
        snprintf(reads, sizeof reads, " reads at split_barrier.cu:%d",
                 1 + line_with(arguments[2], "        if (way == read_before_wait)"));
        const char *const texts[] = {"race on shared memory\n", "kernel exchange", writes, reads, "SUMMARY: 1 error"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_split_barrier PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(1, 1, NULL);
    must_be_clean(5, 100, "--alone");
    must_race(NULL);
    must_race("--alone");
    for (int seed = 1; on_cpu && seed <= 5; ++seed) {
        set_seed(seed);
        must_be_clean(2, 35, NULL);
        must_race(NULL);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--steps", "1048577", NULL}, "--blocks and --steps are at most 1048576");
    return 0;
}
