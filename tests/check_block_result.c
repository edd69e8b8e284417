// SPDX-License-Identifier: MIT
// check_block_result PROGRAM CPU|GPU: each kernel stores every result; the CPU device counts one request if one thread
// of a block stores it, and eight if all 256 do.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"
#include "read_csv.h"

enum { blocks = 100, warps = 8 };

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_block_result PROGRAM CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], *counted;
    snprintf(path, sizeof path, "%s.csv", argv[1]);
    char *arguments[] = {argv[1], "--blocks", "100", "--csv", path, NULL};
    struct run run = cpu ? run_counted(arguments, 60, &counted) : run_program(arguments, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);

    double sum = 0; // of 3b + 1
    for (int b = 0; b < blocks; ++b)
        sum += 3 * b + 1;
    struct csv csv = read_csv(&run, path);
    if (csv.rows != 2)
        fail(&run, "%s has %d rows, not 2", path, csv.rows);
    static const char *const names[2] = {"one thread", "all 256 threads"};
    for (int i = 0; i < 2; ++i) {
        int row = csv_row(&csv, "who stores the result", names[i]);
        require_text(&csv, row, "wrong", "0");
        require_figure(&csv, row, "result", sum, 0);
        if (cpu)
            require_text(&csv, row, "milliseconds", "");
        else
            require_between(&csv, row, "milliseconds", 1e-6, 1000);
    }
    unlink(path);
    free_csv(&csv);

    if (cpu) {
        static const char *const kernels[2] = {"store_result<false>", "store_result<true>"};
        for (int i = 0; i < 2; ++i) {
            long requests = counted_requests(counted, kernels[i], "global store");
            if (requests != blocks * (i == 0 ? 1 : warps))
                fail(&run, "%s: %ld requests:\n%s", kernels[i], requests, counted);
        }
        if (strstr(run.out, "\nStore requests of a block: 1 by one thread, 8 by all.\n") == NULL)
            fail(&run, "it does not say how many requests a block makes");
        free(counted);
    }
    free_run(&run);
    require_refusal((char *[]){argv[1], "--blocks", "0", NULL}, "--blocks needs a whole number of 1 or more");
    return 0;
}
