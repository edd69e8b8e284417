// SPDX-License-Identifier: MIT
// table.h: a table of figures on stdout, and the same as CSV in a file.
//
//     const char *const headings[] = {"milliseconds", "GB/s", NULL};
//     struct table_line lines[] = {{"row sums", "one block a row", {0.25, 4300}}};
//     print_table(lines, 1, headings, 2); // the first 2 of each line
//     write_table(file, lines, 1, headings);
//
// A NaN is a figure that there is not: a dash in the one, nothing in the other. No name may hold a comma.
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"

enum { most_figures = 8 };

struct table_line {
    const char *group, *name; // lines of one group stand together, below its name
    double figures[most_figures];
};

inline void print_table(const struct table_line *lines, int count, const char *const *headings, int shown)
{
    for (int i = 0; i < count; ++i) {
        if (i == 0 || strcmp(lines[i].group, lines[i - 1].group) != 0) {
            printf("\n%-26s", lines[i].group);
            for (int k = 0; k < shown; ++k)
                printf(" %16s", headings[k]);
            printf("\n");
        }
        printf("%-26s", lines[i].name);
        for (int k = 0; k < shown; ++k)
            if (isnan(lines[i].figures[k]))
                printf(" %16s", "-");
            else
                printf(" %16.4g", lines[i].figures[k]);
        printf("\n");
    }
}

inline void write_table(FILE *file, const struct table_line *lines, int count, const char *const *headings)
{
    fprintf(file, "group,name");
    for (int k = 0; headings[k] != NULL; ++k)
        fprintf(file, ",%s", headings[k]);
    for (int i = 0; i < count; ++i) {
        fprintf(file, "\n%s,%s", lines[i].group, lines[i].name);
        for (int k = 0; headings[k] != NULL; ++k)
            fprintf(file, isnan(lines[i].figures[k]) ? "," : ",%.10g", lines[i].figures[k]);
    }
    fprintf(file, "\n");
}
