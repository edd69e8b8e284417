// SPDX-License-Identifier: MIT
// check_dot PROGRAM: runs it and compares the dot product that it prints with the exact one.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run_program.h"

enum { n = 33 * 1024, threads_per_block = 256, blocks = 32 };

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check_dot PROGRAM\n");
        return 2;
    }
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);

    long long exact = 0; // every term and the sum are whole numbers below 2^63
    for (long long i = 0; i < n; ++i)
        exact += i * (2 * i);

    const char *line = strstr(run.out, "Does GPU value ");
    double printed, expected;
    if (line == NULL || sscanf(line, "Does GPU value %lf = %lf?", &printed, &expected) != 2)
        fail(&run, "it does not print the line 'Does GPU value X = Y?'");

    // The terms are positive, so a sum of floats errs by at most (1 + u)^k - 1, u = 2^-24, where k roundings lie on a
    // term's way: 1 of its product, ceil(n / 8192) = 5 in its thread, log2(256) = 8 in its block, 32 on the host.
    // Printing nine digits adds less than one more.
    double u = FLT_EPSILON / 2,
           k = 1 + ceil((double)n / (threads_per_block * blocks)) + log2(threads_per_block) + blocks;
    double bound = pow(1 + u, k + 1) - 1;
    if (!(fabs(expected - (double)exact) <= 1e-8 * (double)exact))
        fail(&run, "it compares with %.17g; the exact value is %lld", expected, exact);
    if (!(fabs(printed - (double)exact) <= bound * (double)exact))
        fail(&run, "the dot product is %.17g, and the exact value %lld: relative error %.3g, allowed %.3g", printed,
             exact, fabs(printed - (double)exact) / (double)exact, bound);
    require_status(&run, 0);
    if (run.err_size != 0)
        fail(&run, "it has something to say on standard error");
    free_run(&run);
    return 0;
}
