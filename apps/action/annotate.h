// SPDX-License-Identifier: MIT
// The program behind annotate.sh: its parts.
#pragma once

#include "../../cpu_device/runs/runs.h"

enum { compile_seconds = 300, build_seconds = 1800, most_output = 64 << 20, most_shown = 100000 };

// --- text.c ---

// A file's end: so many bytes at most. A zero follows; those within become blanks.
char *read_end(int file, size_t most);
const char *last_lines(const char *text, int count);
char *without_end(const char *text);
// Escaped as GitHub's toolkit does (@actions/core, command.ts).
void put_data(const char *text);
void put_property(const char *text);
void put_cell(FILE *file, const char *text); // of a table in Markdown
// What a program has printed, none of which may be taken for a command. Control characters are left out.
void show(const char *text);

// --- findings.c ---

struct settings {
    const char *cucc;
    int seeds, seconds;
    const char *build, *test;          // commands of a project; "": there is none
    struct strings arguments, options; // of the programs and the compiler
    char work[40];                     // a folder
    const char *folder;                // the repository
    const char *reports;               // a folder, in which all reports are kept; null: they are not
    const char *const *alone;          // the command by which a program sees no process but its own, or null
};

struct finding {
    bool is_error;
    char *path, *title, *message;
    long line;   // 0: none
    char *other; // where the other access of a race is, or null
    long other_line;
};

struct judging { // of one file
    const struct settings *settings;
    const char *file;       // "": a project
    struct strings made_of; // files of the repository
    struct finding *finding;
    size_t count;
    struct strings seen; // places by title, of earlier orders
};

bool any_error(const struct judging *j);
// Null: it is known.
struct finding *find(struct judging *j, bool is_error, const char *path, long line, const char *title,
                     const char *message);
// A path as the repository has it, or null if it is elsewhere.
char *within(const struct settings *s, const char *path);
void say_findings(const struct judging *j);
void add_rows(FILE *table, const struct judging *j); // of the summary

// --- run.c ---

// `alone`: neither other processes nor what GitHub gives. `reports`: a descriptor for the device, or -1.
struct outcome run(const struct settings *s, const struct strings *command, int seconds, int out, int err, bool alone,
                   int reports);
int new_file(const struct settings *s); // that has no name
void try_alone(struct settings *s);

// --- compile.c ---

struct place {
    char *path; // or null
    long line;
};
bool compile(struct judging *j);
char *program_of(const struct judging *j);         // a path
void read_messages(struct judging *j, char *text); // of compilers and linkers

// --- reports.c ---

void run_all(struct judging *j);
bool read_reports(struct judging *j, int file); // whether one is an error
// A run that goes wrong without a report of the device is the last: false.
bool judge_outcome(struct judging *j, struct outcome outcome, int seed, bool reported, const char *err);

// --- project.c ---

bool build_project(struct judging *j);
void test_project(struct judging *j);
