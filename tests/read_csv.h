// SPDX-License-Identifier: MIT
// read_csv.h: the CSV file of a program's option --csv: a line of headings, then rows. What is not as it must be ends
// the checker with a message (run_program.h).
#pragma once

#include "run_program.h"

struct csv {
    const struct run *run; // of the program that wrote it
    const char *path;
    char *text;
    int rows; // without the headings
};

// Every row must have as many cells as there are headings.
struct csv read_csv(const struct run *run, const char *path);
void free_csv(struct csv *csv);

// The number of the row whose cells in the columns "table" and "name" are these; there must be one.
int csv_row(const struct csv *csv, const char *table, const char *name);

// A cell, by the number of its row, 0 the first, and the heading of its column. Valid until the next call.
const char *csv_text(const struct csv *csv, int row, const char *column);

// The same as a number, which must be finite.
double csv_figure(const struct csv *csv, int row, const char *column);

void require_text(const struct csv *csv, int row, const char *column, const char *text);

// Within `error` of `figure`, relatively; an error of 0 is equality.
void require_figure(const struct csv *csv, int row, const char *column, double figure, double error);
void require_between(const struct csv *csv, int row, const char *column, double least, double most);
