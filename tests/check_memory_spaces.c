// SPDX-License-Identifier: MIT
// check_memory_spaces PROGRAM CPU|GPU: the sum of what was read from each memory agrees with a closed form. On the CPU
// device the counts are exact: sectors of global memory, and bank conflicts. On a GPU, the order of words that suits a
// memory is faster than the other.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "read_table.h"

#define TABLE "64 reads of each thread,"
enum { milliseconds = 1, gigabytes, requests, sectors, used, load_conflicts, store_conflicts, result, wrong };

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_memory_spaces PROGRAM CPU|GPU\n");
        return 2;
    }
    const bool timed = strcmp(argv[2], "GPU") == 0;
    struct run run = run_program((char *[]){argv[1], "--csv", "-", NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 9 results are right.\n") == NULL)
        fail(&run, "it does not say that all sums are right");

    // Word i holds i + 1. All words of a memory are read as often as one another; but where the warps read one word of
    // the constants at a time, these are the first 64. Doubles hold these whole numbers exactly.
    // On a GPU the number of blocks depends on the size of its L2 cache.
    double blocks = timed ? 1024 : 64, sum_of_words = table_cell(&run, TABLE "registers", result);
    while (timed && blocks < 4096 && 64 * 256 * blocks * (64 * 256 * blocks + 1) / 2 < sum_of_words)
        blocks *= 2;
    const double threads = 256 * blocks, reads = 64 * threads;
    const double each_global_word = reads * (reads + 1) / 2, each_shared_word = reads * (1024 + 1) / 2;
    const double requests_of_loads = reads / 32; // one a warp and read
    const struct row {
        const char *name;
        double total;
        double sectors, used;     // of a load of global memory; 0: there are none
        double conflicts, stores; // of shared memory
    } rows[] = {
        {"registers", each_global_word, 0, 0, 0, 0},
        {"local", reads * (16 + 1) / 2, 0, 0, 0, 0},
        {"shared: 32 banks", each_shared_word, 0, 0, 1, 1},
        {"shared: one bank", each_shared_word, 0, 0, 32, 1},
        {"constant: one word", threads * 64 * (64 + 1) / 2, 0, 0, 0, 0},
        {"constant: 32 words", reads * (256 + 1) / 2, 0, 0, 0, 0},
        {"global: coalesced", each_global_word, 4, 100, 0, 0},
        {"global: far apart", each_global_word, 32, 12.5, 0, 0},
        {"texture", each_global_word, 0, 0, 0, 0},
    };
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; ++row) {
        char name[80], end[80];
        snprintf(name, sizeof name, TABLE "%s", row->name);
        if (!(table_cell(&run, name, result) == row->total))
            fail(&run, "%s: the sums are %.17g, not %.17g", row->name, table_cell(&run, name, result), row->total);
        snprintf(end, sizeof end, ",%.17g,0\n", row->total);
        const char *line = strstr(run.out, name), *after = strchr(line, '\n') + 1;
        if (after - line < (ptrdiff_t)strlen(end) || strncmp(after - strlen(end), end, strlen(end)) != 0)
            fail(&run, "%s: some sums are wrong", row->name);
        if (timed) {
            // both are printed to ten digits
            double time = table_cell(&run, name, milliseconds), rate = table_cell(&run, name, gigabytes);
            if (!(fabs(rate * time * 1e6 / (4 * reads) - 1) <= 1e-8))
                fail(&run, "%s: %g ms are not %g GB/s", row->name, time, rate);
        }
        const double counts[] = {row->sectors == 0 ? 0 : requests_of_loads, row->sectors, row->used, row->conflicts,
                                 row->stores};
        for (int column = requests; column <= store_conflicts; ++column) {
            double right = counts[column - requests];
            if (!timed && column == requests && right == 0)
                continue; // it says 0
            if (timed || right == 0)
                require_no_figure(&run, name, column);
            else if (!(table_cell(&run, name, column) == right))
                fail(&run, "%s: column %d is %g, not %g", row->name, column, table_cell(&run, name, column), right);
        }
        for (int column = milliseconds; !timed && column <= gigabytes; ++column)
            require_no_figure(&run, name, column);
    }

    const char *const faster_and_slower[][2] = {
        {"registers", "shared: one bank"},
        {"shared: 32 banks", "shared: one bank"},
        {"constant: one word", "constant: 32 words"},
        {"global: coalesced", "global: far apart"},
        {"shared: 32 banks", "global: coalesced"},
    };
    for (size_t i = 0; timed && i < sizeof faster_and_slower / sizeof *faster_and_slower; ++i) {
        char faster[80], slower[80];
        snprintf(faster, sizeof faster, TABLE "%s", faster_and_slower[i][0]);
        snprintf(slower, sizeof slower, TABLE "%s", faster_and_slower[i][1]);
        if (!(table_cell(&run, faster, milliseconds) < table_cell(&run, slower, milliseconds)))
            fail(&run, "'%s' takes no less time than '%s'", faster, slower);
    }
    free_run(&run);
    require_refusal((char *[]){argv[1], "--csv", "/nowhere/table.csv", NULL}, "cannot write /nowhere/table.csv");
    require_refusal((char *[]){argv[1], "--blocks", "1", NULL}, "unrecognized option");
    return 0;
}
