// SPDX-License-Identifier: MIT
// check_stages PROGRAM SOURCE.cu CPU|GPU: every way adds up every window of every tile, whatever the number of tiles.
// With --early the CPU device reports that the block computes on a tile that has not arrived.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

static char **arguments;
static bool on_cpu;

static const char *const tables[] = {"1 a multiprocessor; window 2", "1 a multiprocessor; window 16",
                                     "8 a multiprocessor; window 2", "8 a multiprocessor; window 16"};
static const int windows[] = {2, 16, 2, 16};
static const char *const ways[] = {"plain loads", "plain loads a tile ahead", "copies in one stage",
                                   "copies in two stages", "copies in four stages"};
enum { table_count = 4, way_count = 5, early_way = 3 };

// Every element is in as many windows as a window has elements. Modulo 2^32.
static double sum_of_windows(int tiles, int window)
{
    unsigned sum = 0;
    for (int i = 0; i < 1024 * tiles; ++i)
        sum += (unsigned)(i % 1009);
    return sum * (unsigned)window;
}

static struct run run_with(int tiles, bool early)
{
    char path[1000], n[20];
    snprintf(path, sizeof path, "%s_%d.csv", arguments[1], tiles);
    snprintf(n, sizeof n, "%d", tiles);
    char *const options[] = {arguments[1], "--csv", path, "--tiles", n, early ? "--early" : NULL, NULL};
    struct run run = run_program((char **)options, 100);
    skip_without_device(&run);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != table_count * way_count)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, table_count * way_count);
    for (int table = 0; table < table_count; ++table)
        for (int way = 0; way < way_count; ++way) {
            const int at = csv_row(&csv, tables[table], ways[way]);
            if (!early || way != early_way) {
                require_figure(&csv, at, "result", sum_of_windows(tiles, windows[table]), 0);
                require_figure(&csv, at, "wrong", 0, 0);
            }
            if (on_cpu && (!early || way != early_way)) // a warp loads 512 bytes at once
                require_figure(&csv, at, "load requests", 8 * tiles, 0);
            if (!on_cpu)
                require_between(&csv, at, "milliseconds", 1e-6, 60000);
        }
    unlink(path);
    free_csv(&csv);
    return run;
}

static void must_be_clean(int tiles)
{
    struct run run = run_with(tiles, false);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 20 results are right.\n") == NULL)
        fail(&run, "it does not say that all are right");
    free_run(&run);
}

static void must_be_early(int tiles)
{
    struct run run = run_with(tiles, true);
    if (on_cpu) {
        require_status(&run, 1);
        char reads[60];
        snprintf(reads, sizeof reads, " at stages.cu:%d",
                 line_with(arguments[2], "sum += tile[(first + i) % tile_size];"));
        const char *const texts[] = {"Error: uninitialized shared memory\n",
                                     "kernel by_stages",
                                     "reads tile[",
                                     reads,
                                     "The data of an asynchronous copy arrive only when",
                                     "SUMMARY: 1 error"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_stages PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(1);
    must_be_clean(7); // fewer than the blocks, and no multiple of the stages
    must_be_clean(37);
    must_be_early(37);
    for (int seed = 1; on_cpu && seed <= 3; ++seed) {
        set_seed(seed);
        must_be_clean(9);
        must_be_early(9);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--tiles", "1048577", NULL}, "--tiles is at most 1048576");
    return 0;
}
