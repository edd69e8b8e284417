// SPDX-License-Identifier: MIT
#include "dot_value.h"

#include <stdio.h>
#include <string.h>

enum { n = 33 * 1024 };

struct dot_value read_dot_value(const struct run *run)
{
    long long exact = 0;
    for (int i = 0; i < n; ++i)
        exact += (1 + i % 7) * (7 - i % 7);

    const char *line = strstr(run->out, "Does GPU value ");
    struct dot_value value;
    double expected;
    if (line == NULL || sscanf(line, "Does GPU value %lf = %lf?", &value.printed, &expected) != 2)
        fail(run, "it does not print the line 'Does GPU value X = Y?'");
    if (expected != (double)exact)
        fail(run, "it compares with %.17g; the exact value is %lld", expected, exact);
    value.right = value.printed == (double)exact;
    return value;
}
