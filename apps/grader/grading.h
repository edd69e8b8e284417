// SPDX-License-Identifier: MIT
// A course that is graded: grade.c judges it, and tables.c writes what came out.
#pragma once

#include "judging.h"

struct submission {
    char *path;           // in the course's folder, as its bytes are
    char *student, *file; // readable, and another for each path
    const char *why;      // null, or why there is nothing to judge
    struct json *row;     // null: not judged yet
};
struct course {
    const char *folder, *results, *work;
    struct submission *item;
    size_t count, room;
    size_t without, unreadable; // students without a file; folders and files
    int journal;
    unsigned long reports; // the last one's number
    bool anonymous;
};

unsigned count_true(const struct course *course, size_t first, size_t last, const char *name);
size_t last_of_student(const struct course *course, size_t first);

// --- points.c ---

enum course_system { OF_FOLDER, OF_MOODLE, OF_CANVAS };
struct person {
    const char *name, *id; // the id is the course system's, or ""
    enum course_system from;
    enum { NOT_HANDED_IN, TRIED_IT, PASSED_IT } * done; // by exercise
};
struct people {
    struct person *item;
    size_t count;
    bool *handed_in; // by exercise: by anybody
};
struct person person_of(const char *student);
bool has_people_from(const struct course *course, enum course_system from);
void write_points(FILE *file, const struct course *course, const struct exercises *exercises);
void write_canvas(FILE *file, const struct course *course, const struct exercises *exercises);
void write_moodle(FILE *file, const struct course *course, const struct exercises *exercises);

// --- anonymous.c ---

void leave_out_names(struct course *course);

// --- junit.c ---

void write_junit(FILE *file, const struct course *course);

// --- tables.c ---

#define BYTE_ORDER_MARK "\xef\xbb\xbf"                     // without it, Excel does not read a CSV as UTF-8
void write_cell(FILE *file, const char *text, char after); // of a CSV; a spreadsheet evaluates none
void write_html(FILE *file, const char *text);
// All tables and the page; false: errno says why not.
bool write_results(const struct course *course, const struct exercises *exercises);
