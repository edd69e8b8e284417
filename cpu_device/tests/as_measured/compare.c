// SPDX-License-Identifier: MIT
// compare: runs a program on the CPU device and compares what it prints, line by line, with what a GPU printed.
//
//   compare [--differences FILE] RECORD -- COMMAND...
//
// Lines that begin with "# " are comments on both sides. Rows of probe.h are compared value by value, each as a line
// "NAME INPUTS = RESULT". A line of FILE names lines that may differ, why, and how many
// of them at most:
//
//   4 rsqrt_of_float * : the last bit of the host's root
//
// where `rsqrt_of_float *` is a pattern as of the shell for the whole line.
//
// Prints one line: how many lines there are, how many are equal, and how many differ with a reason. Exit status: 0; 1
// for a line that differs without a reason; 2 for bad usage.
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

struct allowance {
    int at_most, seen;
    const char *pattern;
};

struct allowances {
    struct allowance all[200];
    int count;
};

// The next line, ended by a zero; null: there is none. Comments and empty lines are left out.
static char *next_line(char **rest)
{
    while (**rest != '\0') {
        char *line = *rest, *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        *rest = end != NULL ? end + 1 : line + strlen(line);
        if (strncmp(line, "# ", 2) != 0 && *line != '\0')
            return line;
    }
    return NULL;
}

// "inputs floats: 3f000000 3fc00000"
struct list {
    const char *name, *values;
};

struct lists {
    struct list all[20];
    int count;
};

static void add_list(struct lists *lists, const char *name, const char *values)
{
    if (lists->count == sizeof lists->all / sizeof *lists->all) {
        fprintf(stderr, "compare: more than %d lists of inputs\n", lists->count);
        exit(2);
    }
    lists->all[lists->count++] = (struct list){name, values};
}

// Null: there is no such list.
static const char *values_of(const struct lists *lists, const char *name, size_t length)
{
    for (const struct list *list = lists->all; list < lists->all + lists->count; ++list)
        if (strlen(list->name) == length && strncmp(list->name, name, length) == 0)
            return list->values;
    return NULL;
}

// The row "minimum 3f000000 floats = 0 1" as a line for each value of the list that it names; another line as it is.
static void print_row(FILE *to, const char *row, const struct lists *lists)
{
    const char *results = strstr(row, " = "), *name = results, *value = NULL;
    if (results != NULL) {
        while (name > row && name[-1] != ' ')
            --name;
        value = values_of(lists, name, results - name);
    }
    if (value == NULL) {
        fprintf(to, "%s\n", row);
        return;
    }
    for (results += strlen(" = "); *value != '\0' || *results != '\0';) {
        const int digits = strcspn(value, " "), of_result = strcspn(results, " ");
        fprintf(to, "%.*s%.*s = %.*s\n", (int)(name - row), row, digits, value, of_result, results);
        value += digits + (value[digits] == ' ');
        results += of_result + (results[of_result] == ' ');
    }
}

static char *without_rows(char *text)
{
    struct lists lists = {.count = 0};
    char *lines;
    size_t size;
    FILE *to = open_memstream(&lines, &size);
    for (char *line; to != NULL && (line = next_line(&text)) != NULL;) {
        char *colon = strncmp(line, "inputs ", strlen("inputs ")) == 0 ? strstr(line, ": ") : NULL;
        if (colon == NULL) {
            print_row(to, line, &lists);
            continue;
        }
        *colon = '\0';
        add_list(&lists, line + strlen("inputs "), colon + strlen(": "));
    }
    if (to == NULL || fclose(to) != 0) {
        perror("compare");
        exit(2);
    }
    return lines;
}

static void read_allowances(char *text, struct allowances *into)
{
    for (char *line; (line = next_line(&text)) != NULL;) {
        char *pattern, *reason = strstr(line, " : ");
        const long at_most = strtol(line, &pattern, 10);
        if (at_most <= 0 || *pattern != ' ' || reason == NULL || into->count == sizeof into->all / sizeof *into->all) {
            fprintf(stderr, "compare: not COUNT PATTERN : REASON: %s\n", line);
            exit(2);
        }
        *reason = '\0';
        into->all[into->count++] = (struct allowance){(int)at_most, 0, pattern + 1};
    }
}

static bool may_differ(struct allowances *allowances, const char *recorded)
{
    for (struct allowance *a = allowances->all; a < allowances->all + allowances->count; ++a)
        if (fnmatch(a->pattern, recorded, 0) == 0)
            return ++a->seen <= a->at_most;
    return false;
}

// Returns how many lines differ without a reason.
static int compare(char *recorded, char *printed, struct allowances *allowances)
{
    int lines = 0, equal = 0, wrong = 0;
    for (;;) {
        char *there = next_line(&recorded), *here = next_line(&printed);
        if (there == NULL && here == NULL)
            break;
        ++lines;
        if (there != NULL && here != NULL && strcmp(there, here) == 0)
            ++equal;
        else if ((there == NULL || here == NULL || !may_differ(allowances, there)) && ++wrong <= 20)
            printf("the GPU printed: %s\nhere it prints:  %s\n", there ? there : "nothing", here ? here : "nothing");
    }
    printf("%d lines: %d equal, %d differ with a reason, %d without\n", lines, equal, lines - equal - wrong, wrong);
    return wrong;
}

int main(int argc, char **argv)
{
    static struct allowances allowances;
    int at = 1;
    if (argc > 3 && strcmp(argv[1], "--differences") == 0) {
        size_t size;
        read_allowances(read_file(argv[2], &size), &allowances);
        at = 3;
    }
    if (argc < at + 3 || strcmp(argv[at + 1], "--") != 0) {
        fprintf(stderr, "usage: compare [--differences FILE] RECORD -- COMMAND...\n");
        return 2;
    }
    size_t size;
    char *record = read_file(argv[at], &size);
    struct run run = run_program(argv + at + 2, 100);
    skip_without_device(&run);
    require_status(&run, 0);
    return compare(without_rows(record), without_rows(run.out), &allowances) == 0 ? 0 : 1;
}
