// SPDX-License-Identifier: MIT
// check_barrier_cost PROGRAM CPU|GPU: there is a row for 1 to 32 warps; on a GPU an exchange through shared memory
// costs more than the barrier in it, and more warps get more multiply-adds out of the SM, as many as their cycles say.
// The CPU device shows no times.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read_table.h"

enum { barrier = 1, exchange, multiply_add, multiply_adds_per_cycle };

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_barrier_cost PROGRAM CPU|GPU\n");
        return 2;
    }
    const bool timed = strcmp(argv[2], "GPU") == 0;
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);

    if (strstr(run.out, "\nVerified: ") == NULL)
        fail(&run, "it does not say that it is verified");

    for (int warps = 1; warps <= 32; warps *= 2) {
        char row[16];
        snprintf(row, sizeof row, "%d", warps);
        for (int column = barrier; !timed && column <= multiply_adds_per_cycle; ++column)
            require_no_figure(&run, row, column);
        if (!timed)
            continue;
        double alone = table_cell(&run, row, barrier), in_use = table_cell(&run, row, exchange);
        if (!(alone < in_use))
            fail(&run, "%d warps: a barrier costs %g cycles, and an exchange around it %g", warps, alone, in_use);
        // printed to 0.001 of some 4 cycles and to 0.01 of 8 to 128 multiply-adds
        double cycles = table_cell(&run, row, multiply_add), rate = table_cell(&run, row, multiply_adds_per_cycle);
        if (!(fabs(rate * cycles / (warps * 32) - 1) <= 0.005))
            fail(&run, "%d warps: %g cycles a multiply-add are not %g in a cycle", warps, cycles, rate);
    }
    if (timed && !(table_cell(&run, "1", multiply_adds_per_cycle) < table_cell(&run, "32", multiply_adds_per_cycle)))
        fail(&run, "1 warp does as many multiply-adds in a cycle as 32");

    require_refusal((char *[]){argv[1], "--repeat", "0", NULL}, "--repeat needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--repeat", "1001", NULL}, "--repeat may be 1000 at most");
    require_refusal((char *[]){argv[1], "--warps", "33", NULL}, "--warps may be 32 at most");
    free_run(&run);

    run = run_program((char *[]){argv[1], "--repeat", "1", "--warps", "3", NULL}, 60);
    require_status(&run, 0);
    if (strstr(run.out, "\n2,") == NULL || strstr(run.out, "\n4,") != NULL)
        fail(&run, "--warps 3 does not measure 1 and 2 warps");
    free_run(&run);
    return 0;
}
