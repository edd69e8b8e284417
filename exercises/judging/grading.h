// SPDX-License-Identifier: MIT
// A course that is graded: grade.c judges it, and tables.c writes what came out.
#pragma once

#include <cjson/cJSON.h>

#include "judging.h"

struct submission {
    char *path;           // in the course's folder, as its bytes are
    char *student, *file; // readable, and another for each path
    const char *why;      // null, or why there is nothing to judge
    cJSON *row;           // null: not judged yet
};
struct course {
    const char *folder, *results, *work;
    struct submission *item;
    size_t count, room;
    size_t without, unreadable; // students without a file; folders and files
    int journal;
    unsigned long reports; // the last one's number
};

const char *string_in(const cJSON *row, const char *name);
bool is_true(const cJSON *row, const char *name);
unsigned count_true(const struct course *course, size_t first, size_t last, const char *name);
void write_cell(FILE *file, const char *text, char after); // of a CSV; a spreadsheet evaluates none
void write_points(FILE *file, const struct course *course, const struct exercises *exercises);
// grades.csv, points.csv, grades.json or index.html; false: errno says why not.
bool write_result(const struct course *course, const struct exercises *exercises, const char *name);
