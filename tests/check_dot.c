// SPDX-License-Identifier: MIT
// check_dot PROGRAM: runs it and compares the dot product that it prints with the exact one.
#include <stdio.h>

#include "dot_value.h"

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check_dot PROGRAM\n");
        return 2;
    }
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);
    struct dot_value value = read_dot_value(&run);
    if (!value.right)
        fail(&run, "the dot product is wrong: %.17g", value.printed);
    require_status(&run, 0);
    require_silence(&run);
    free_run(&run);
    return 0;
}
