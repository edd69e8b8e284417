// SPDX-License-Identifier: MIT
// What blocks.c and counts.c have in common: a program of kernels in which two blocks use some words, and the verdict
// on what the CPU device reports of each.
#pragma once

#include <stdbool.h>

#include "judging.h"

struct cell; // how a kernel is made

struct verdict {
    int reports;
    char wrong[200]; // empty: all is true
};

struct family {
    const char *program, *name, *argument; // the last: what the program of the cells takes
    int lines_before, lines_of_cell;       // of the text: before the first kernel, and of a kernel
    int (*count)(void);
    const struct cell *(*cell_at)(int number); // until the next call
    void (*write_program)(int first, int step);
    bool (*has_race)(const struct cell *c);
    bool (*is_left_out)(const struct cell *c); // silence that CHECKS.md documents
    void (*judge_report)(const char *json, const struct cell *c, int first_line, struct verdict *v);
    void (*say)(int number, const struct cell *c, const char *what, const char *more);
};

static inline int judge(const struct family *f, int first, int step, const char *path)
{
    struct verdict *verdicts = calloc((size_t)f->count(), sizeof *verdicts);
    char *text = read_file(path);
    bool complete = false;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        complete |= strstr(line, "\"id\":\"summary\"") != NULL;
        const char *kernel = after(line, "\"kernel\":\"cell_");
        if (kernel == NULL)
            continue;
        const int number = atoi(kernel);
        f->judge_report(line, f->cell_at(number), f->lines_before + 1 + (number - first) / step * f->lines_of_cell,
                        &verdicts[number]);
    }
    int races = 0, right = 0, silent = 0, left_out = 0, false_line = 0, free_ones = 0, false_alarms = 0;
    for (int i = first; i < f->count(); i += step) {
        const struct cell *c = f->cell_at(i);
        const struct verdict *v = &verdicts[i];
        if (!f->has_race(c)) {
            ++free_ones;
            if (v->reports > 0 && ++false_alarms)
                f->say(i, c, "false alarm", v->wrong);
        } else if (++races, v->reports == 0) {
            if (f->is_left_out(c))
                ++left_out;
            else if (++silent)
                f->say(i, c, "silent", "");
        } else if (v->wrong[0] != '\0') {
            ++false_line;
            f->say(i, c, "false line", v->wrong);
        } else {
            ++right;
        }
    }
    printf("%s: of %d cells with a race %d are right, %d silent as documented, %d silent, %d at a false line; of %d "
           "without one %d get a report\n",
           f->name, races, right, left_out, silent, false_line, free_ones, false_alarms);
    if (!complete)
        printf("The report has no summary: the program has not run to its end.\n");
    free(text);
    free(verdicts);
    return right + left_out == races && false_alarms == 0 && complete ? 0 : 1;
}

static inline int answer(const struct family *f, int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[2], f->name) == 0) {
        if (argc == 3 && strcmp(argv[1], "count") == 0)
            return printf("%d\n", f->count()) < 0;
        if (argc == 5 && strcmp(argv[1], "write") == 0 && atoi(argv[4]) > 0) {
            f->write_program(atoi(argv[3]), atoi(argv[4]));
            return 0;
        }
        if (argc == 7 && strcmp(argv[1], "judge") == 0 && atoi(argv[4]) > 0)
            return judge(f, atoi(argv[3]), atoi(argv[4]), argv[6]);
    }
    fprintf(stderr, "usage: %s count %s | write %s FIRST STEP | judge %s FIRST STEP %s FILE.json\n", f->program,
            f->name, f->name, f->name, f->argument);
    return 2;
}
