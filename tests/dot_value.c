// SPDX-License-Identifier: MIT
#include "dot_value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { n = 33 * 1024, threads_per_block = 256, blocks = dot_threads / threads_per_block };

struct dot_value read_dot_value(const struct run *run)
{
    long long exact = 0; // every term and the sum are whole numbers below 2^63
    for (long long i = 0; i < n; ++i)
        exact += i * (2 * i);

    const char *line = strstr(run->out, "Does GPU value ");
    struct dot_value value;
    double expected;
    if (line == NULL || sscanf(line, "Does GPU value %lf = %lf?", &value.printed, &expected) != 2)
        fail(run, "it does not print the line 'Does GPU value X = Y?'");
    if (!(fabs(expected - (double)exact) <= 1e-8 * (double)exact))
        fail(run, "it compares with %.17g; the exact value is %lld", expected, exact);

    // The terms are positive, so a sum of floats errs by at most (1 + u)^k - 1, u = 2^-24, where k roundings lie on a
    // term's way: 1 of its product, ceil(n / 8192) = 5 in its thread, log2(256) = 8 in its block, 32 on the host.
    // Printing nine digits adds less than one more.
    double u = FLT_EPSILON / 2, k = 1 + ceil((double)n / dot_threads) + log2(threads_per_block) + blocks;
    value.bound = pow(1 + u, k + 1) - 1;
    value.error = fabs(value.printed - (double)exact) / (double)exact;
    value.right = value.error <= value.bound;
    return value;
}
