// SPDX-License-Identifier: MIT
// check_shared_per_block PROGRAM CPU|GPU: every thread found its own block's number, and several blocks ran at the same
// time, or one on one core.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_counters.h"

enum { blocks = 2048, threads = 256, warps = blocks * threads / 32 };

// Runs the program; returns how many blocks ran at the same time.
static int most_running(char **argv)
{
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);
    int right, all, most, length = 0;
    if (sscanf(run.out,
               "Yes: %d of %d threads found their own block's number; up to %d blocks ran at the same time.\n%n",
               &right, &all, &most, &length) != 3 ||
        (size_t)length != run.out_size)
        fail(&run, "it does not say how many threads found their own block's number");
    if (right != blocks * threads || all != blocks * threads || most < 1 || most > blocks)
        fail(&run, "%d of %d threads, and not of %d; %d blocks at the same time", right, all, blocks * threads, most);
    free_run(&run);
    return most;
}

// By what the CPU device counts: all threads read the shared variable; one of each block writes it, and counts
// the blocks that run, by three atomics.
static void require_kernel(char **argv)
{
    static const struct {
        const char *access;
        long requests;
    } expected[] = {
        {"shared load", warps}, {"shared store", blocks}, {"global store", warps}, {"global atomic", 3 * blocks}};
    char *csv;
    struct run run = run_counted((char *[]){argv[1], NULL}, 60, &csv);
    require_status(&run, 0);
    for (int i = 0; i < 4; ++i) {
        long requests = counted_requests(csv, "read_owner", expected[i].access);
        if (requests != expected[i].requests)
            fail(&run, "%ld requests for a %s, not %ld:\n%s", requests, expected[i].access, expected[i].requests, csv);
    }
    free(csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_shared_per_block PROGRAM CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[2], "CPU") == 0;
    // On two cores two blocks nearly always run at the same time; on a busy machine perhaps not in each run.
    int most = most_running(argv);
    for (int i = 0; i < 20 && most < 2; ++i)
        most = most_running(argv);
    if (most < 2 && (!cpu || usable_cores() > 1)) {
        fprintf(stderr, "FAILED: no two blocks ran at the same time\n");
        return 1;
    }
    if (cpu) {
        require_kernel(argv);
        setenv("CPU_DEVICE_CORES", "1", 1);
        if (most_running(argv) != 1) {
            fprintf(stderr, "FAILED: on one core several blocks ran at the same time\n");
            return 1;
        }
    }
    return 0;
}
