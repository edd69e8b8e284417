// SPDX-License-Identifier: MIT
// check_patience PROGRAM SOURCE.cu CPU|GPU: the kernel ends with the right sum when its threads have given up, and is
// given up itself if they take longer than the time limit. On the CPU device it is known how many give up, and what is
// reported.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dot_value.h"

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_patience PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    struct run run = run_program((char *[]){argv[1], "--timeout", "20", NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    if (!read_dot_value(&run).right)
        fail(&run, "the sum is wrong");

    int gave_up, all;
    double milliseconds;
    const char *count = strstr(run.out, "?\n");
    if (count == NULL ||
        sscanf(count, "?\n%d of %d threads gave up.\nThe kernel took %lf ms.\n", &gave_up, &all, &milliseconds) != 3 ||
        all != dot_threads || milliseconds <= 0)
        fail(&run, "it does not say how many threads gave up, and how long that took");

    if (strcmp(argv[3], "CPU") == 0) {
        char place[100];
        snprintf(place, sizeof place, "128 threads wait in __syncthreads() at patience.cu:%d: 0-127\n",
                 line_with(argv[2], "which is set after it"));
        if (strstr(run.err, "Warning: barrier left by exited threads") == NULL || strstr(run.err, place) == NULL)
            fail(&run, "it is not reported that %s", place);
        if (gave_up != dot_threads - 32) // all but the first of each block
            fail(&run, "%d threads gave up, and not %d", gave_up, dot_threads - 32);

        // many seconds: the time limit must end it
        struct run patient = run_program((char *[]){argv[1], "--cycles", "2000000000", "--timeout", "1", NULL}, 60);
        require_status(&patient, 1);
        if (strstr(patient.out, "After 1 s the kernel has not ended: it hangs, or needs more") == NULL)
            fail(&patient, "it does not say that the time was up");
        free_run(&patient);
    } else {
        require_silence(&run);
    }
    require_refusal((char *[]){argv[1], "--timeout", "0", NULL}, "--timeout needs a whole number of 1 or more");
    free_run(&run);
    return 0;
}
