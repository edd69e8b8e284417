// SPDX-License-Identifier: MIT
#include "read_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where a cell begins, after the spaces.
static const char *find_cell(const struct run *run, const char *row, int column)
{
    char begin[80];
    snprintf(begin, sizeof begin, "\n%s,", row);
    const char *at = strstr(run->out, begin);
    if (at == NULL || strstr(at + 1, begin) != NULL)
        fail(run, "the row '%s' is not there once", row);
    at += strlen(begin);
    for (int i = 1; i < column; ++i) {
        at += strcspn(at, ",\n");
        if (*at != ',')
            fail(run, "the row '%s' has no column %d", row, column);
        ++at;
    }
    return at + strspn(at, " ");
}

double table_cell(const struct run *run, const char *row, int column)
{
    const char *at = find_cell(run, row, column);
    char *end;
    double figure = strtod(at, &end);
    if (end == at || (*end != ',' && *end != '\n') || !isfinite(figure) || !(figure > 0))
        fail(run, "column %d of the row '%s' is no figure above 0", column, row);
    return figure;
}

void require_no_figure(const struct run *run, const char *row, int column)
{
    const char *at = find_cell(run, row, column);
    at += *at == '-';
    if (*at != ',' && *at != '\n')
        fail(run, "column %d of the row '%s' holds something", column, row);
}
