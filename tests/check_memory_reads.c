// SPDX-License-Identifier: MIT
// check_memory_reads PROGRAM CPU|GPU: every memory is in the table, and a GPU shows what each is built for: nearer
// memories answer earlier and deliver more, and no SM gets more out of shared memory than its 32 banks of 4 bytes can
// deliver in a cycle. The CPU device shows no times.
#include <stdio.h>
#include <string.h>

#include "read_table.h"

enum { bytes = 1, latency, per_cycle, gigabytes };

static const char *const names[] = {
    "registers",
    "shared",
    "shared (32-way conflict)",
    "constant (one address)",
    "constant (32 addresses)",
    "local",
    "texture (L1 hit)",
    "global (L1 hit)",
    "global (L2 hit)",
    "global (most of the L2)",
    "global (no hit)",
};

// The faster and the slower one, by latency or by bandwidth.
static const struct order {
    int column;
    const char *faster, *slower;
} orders[] = {
    {latency, "registers", "shared"},
    {latency, "shared", "shared (32-way conflict)"},
    {latency, "registers", "constant (one address)"},
    {latency, "constant (one address)", "constant (32 addresses)"},
    {latency, "shared", "global (L1 hit)"},
    {latency, "registers", "local"},
    {latency, "local", "global (L2 hit)"},
    {latency, "texture (L1 hit)", "global (no hit)"},
    {latency, "global (L1 hit)", "global (L2 hit)"},
    {latency, "global (L2 hit)", "global (no hit)"},
    {gigabytes, "registers", "shared"},
    {gigabytes, "shared", "shared (32-way conflict)"},
    {gigabytes, "constant (one address)", "constant (32 addresses)"},
    {gigabytes, "texture (L1 hit)", "global (no hit)"},
    {gigabytes, "global (L1 hit)", "global (L2 hit)"},
    {gigabytes, "global (L2 hit)", "global (no hit)"},
};

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_memory_reads PROGRAM CPU|GPU\n");
        return 2;
    }
    const bool timed = strcmp(argv[2], "GPU") == 0;
    struct run run = run_program((char *[]){argv[1], timed ? "--repeat" : NULL, "5", NULL}, 100);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nVerified: ") == NULL)
        fail(&run, "it does not say that it is verified");

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        table_cell(&run, names[i], bytes);
        for (int column = latency; column <= gigabytes; ++column)
            if (timed)
                table_cell(&run, names[i], column);
            else
                require_no_figure(&run, names[i], column);
    }
    if (!timed && strstr(run.out, "in each of 11 memories") == NULL)
        fail(&run, "it does not verify all memories");
    for (const struct order *o = orders; timed && o < orders + sizeof orders / sizeof *orders; ++o) {
        double faster = table_cell(&run, o->faster, o->column), slower = table_cell(&run, o->slower, o->column);
        if (!(o->column == latency ? faster < slower : faster > slower))
            fail(&run, "%s of '%s' is %g, and of '%s' %g", o->column == latency ? "latency" : "bandwidth", o->faster,
                 faster, o->slower, slower);
    }
    // A block's cycles are counted from its first thread to its last, so only rounding could bring more than there is.
    if (timed && (!(table_cell(&run, "shared", per_cycle) <= 128.01) ||
                  !(table_cell(&run, "shared (32-way conflict)", per_cycle) <= 4.01)))
        fail(&run, "more bytes in a cycle than the banks of shared memory have");

    require_refusal((char *[]){argv[1], "--repeat", "0", NULL}, "--repeat needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--repeat", "1001", NULL}, "--repeat may be 1000");
    require_refusal((char *[]){argv[1], "--loads", "2000000", NULL}, "--loads 1048576 at most");
    free_run(&run);
    return 0;
}
