// SPDX-License-Identifier: MIT
// check_NAME PROGRAM: runs it; all numbers must be in the right place.
#include <stdio.h>

#include "run_program.h"

enum { numbers = 64 * 256 };

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check_NAME PROGRAM\n");
        return 2;
    }
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    int right, all, length = 0;
    if (sscanf(run.out, "Yes: %d of %d numbers are in the right place.\n%n", &right, &all, &length) != 2 ||
        (size_t)length != run.out_size)
        fail(&run, "it does not say how many numbers are in the right place");
    if (right != numbers || all != numbers)
        fail(&run, "%d of %d numbers are in the right place, not %d", right, all, numbers);
    require_silence(&run);
    free_run(&run);
    return 0;
}
