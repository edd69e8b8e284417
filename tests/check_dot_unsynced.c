// SPDX-License-Identifier: MIT
// check_dot_unsynced PROGRAM SOURCE.cu CPU|GPU: its output agrees with its sums and with its exit status. Whether they
// are right or wrong, the CPU device reports the race at its line of the source.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dot_value.h"

// Stores the sum that it shows, unless `shown` is null.
static struct run run_times(char **argv, const char *runs, double *shown)
{
    struct run run = run_program((char *[]){argv[1], "--runs", (char *)runs, NULL}, 60);
    skip_without_device(&run);
    struct dot_value value = read_dot_value(&run);
    const char *line = strstr(run.out, ": right in ");
    int right, all;
    if (line == NULL || sscanf(line, ": right in %d of %d runs: ", &right, &all) != 2 || all != atoi(runs) ||
        right < 0 || right > all)
        fail(&run, "it does not say in how many of %s runs it was right", runs);
    if (value.right != (right == all))
        fail(&run, "the sum %.9g is %s, and it says otherwise", value.printed, value.right ? "right" : "wrong");
    if (shown != NULL)
        *shown = value.printed;
    // The CPU device gives a program that has found nothing wrong, and in which it has, its own status.
    require_status(&run, right < all ? 1 : strcmp(argv[3], "CPU") == 0 ? 3 : 0);
    if (strcmp(argv[3], "GPU") == 0)
        require_silence(&run);
    return run;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_dot_unsynced PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    struct run once = run_times(argv, "1", NULL), often = run_times(argv, "200", NULL);

    if (strcmp(argv[3], "CPU") == 0) {
        int line = line_with(argv[2], "cache[cache_index] += cache[cache_index + i];");
        char writes[60], reads[60];
        snprintf(writes, sizeof writes, " writes at dot_unsynced.cu:%d", line);
        snprintf(reads, sizeof reads, " reads at dot_unsynced.cu:%d", line);
        const char *const report[] = {"========= Error: race on shared memory\n", "kernel dot, block (0,0,0), cache[",
                                      writes, reads, "SUMMARY: 1 error"};
        require_said(&once, report, sizeof report / sizeof *report);

        // With a seed every launch has its own order of the warps, the first the same each time. Here all sums are
        // wrong, and it shows the last.
        double first, last;
        set_seed(1);
        struct run of_one = run_times(argv, "1", &first), of_three = run_times(argv, "3", &last);
        set_seed(0);
        if (first == last)
            fail(&of_three, "it shows the first sum, and not the last wrong one");
        free_run(&of_one);
        free_run(&of_three);
    }

    require_refusal((char *[]){argv[1], "--runs", "0", NULL}, "--runs needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--runs", "abc", NULL}, "--runs needs a whole number of 1 or more");
    free_run(&once);
    free_run(&often);
    return 0;
}
