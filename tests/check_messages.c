// SPDX-License-Identifier: MIT
// check_messages PROGRAM SOURCE.cu CPU|GPU: no message by release and acquire of device scope is old, and flags arrive.
// The CPU device reports every other way, at the lines of the message, and says nothing of this one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

static char **arguments;
static bool on_cpu;

struct row {
    long messages, seen, old;
};

static struct row row_of(const struct run *run, const char *way)
{
    char start[20];
    struct row row;
    snprintf(start, sizeof start, "\n%s ", way);
    const char *line = strstr(run->out, start);
    if (line == NULL || sscanf(line + strlen(start), "%ld %ld %ld", &row.messages, &row.seen, &row.old) != 3)
        fail(run, "it has no row %s", way);
    if (row.seen > row.messages || row.old > row.seen)
        fail(run, "the row %s counts more than there can be", way);
    return row;
}

static void check_way(const char *way, const char *report)
{
    struct run run = run_program((char *[]){arguments[1], "--way", (char *)way, NULL}, 100);
    skip_without_device(&run);
    struct row row = row_of(&run, way);
    // on a GPU, as many pairs of blocks as can run at once, and at most 1024
    if (on_cpu ? row.messages != 256 * 2 : row.messages % (256 * 20) != 0 || row.messages / (256 * 20) > 1024)
        fail(&run, "it passes on %ld messages", row.messages);
    require_status(&run, on_cpu && report != NULL ? 3 : 0);
    if (report == NULL && (row.old != 0 || row.seen == 0))
        fail(&run, "%ld flags arrive, and %ld messages are old", row.seen, row.old);
    if ((on_cpu && report != NULL) != (run.err_size != 0))
        fail(&run, "it reports too much or too little");
    if (on_cpu && report != NULL && strstr(run.err, report) == NULL)
        fail(&run, "it does not report: %s", report);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_messages PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    for (int seed = 0; seed <= (on_cpu ? 5 : 0); ++seed) {
        char writes[80];
        set_seed(seed);
        snprintf(writes, sizeof writes, " writes at messages.cu:%d", line_with(argv[2], "    *message = value;"));
        check_way("device", NULL);
        check_way("plain", "race between blocks on global memory");
        check_way("relaxed", writes);
        check_way("block", writes);
        check_way("volatile", "volatile data without a fence");
    }
    set_seed(0);
    struct run run = run_program((char *[]){argv[1], NULL}, 100);
    skip_without_device(&run);
    require_status(&run, on_cpu ? 3 : 0);
    if (row_of(&run, "device").old != 0 || strstr(run.out, "\nYes: ") == NULL)
        fail(&run, "it does not say that the right way is right");
    free_run(&run);
    require_refusal((char *[]){argv[1], "--way", "fence", NULL}, "--way is plain, volatile, relaxed, block or device");
    return 0;
}
