// SPDX-License-Identifier: MIT
// How far someone has come: which exercises have passed, and what the last check of each said. It is kept in the file
// .progress beside the exercises, or in the one that CHECK_PROGRESS names (off: nowhere), one line for each exercise:
//
//     NAME passed|open passed|failed NUMBER INPUTS ORDER<tab>FILE<tab>WHY
//
// The first word is whether it has ever passed, the second what its last check said. NUMBER counts all checks. A change
// is made under a lock, in a new file that takes the old one's place.
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_bytes = 1 << 20 };
static const char heading[] =
    "# What ./run check keeps: which exercises have passed, and what the last check of each said.";

// Null: none is kept.
static const char *progress_file(const struct rules *rules)
{
    const char *named = getenv("CHECK_PROGRESS");
    if (named != NULL && *named != '\0')
        return strcmp(named, "off") == 0 ? NULL : named;
    return text_of("%s/.progress", rules->here);
}

bool keeps_progress(const struct rules *rules)
{
    return progress_file(rules) != NULL;
}

// --- reading ---

static bool read_line(const struct exercises *all, const char *line, size_t length, struct attempt *a)
{
    char *copy = strndup(line, length), *file = strchr(copy, '\t'), *why = file ? strchr(file + 1, '\t') : NULL;
    char name[40], ever[8], last[8], inputs[33];
    int end = 0;
    if (why == NULL)
        return false;
    *file++ = *why++ = '\0';
    if (sscanf(copy, "%39[a-z_] %7[a-z] %7[a-z] %lu %32[0-9a-f] %lu%n", name, ever, last, &a->number, inputs, &a->order,
               &end) != 6 ||
        copy[end] != '\0')
        return false;
    a->exercise = exercise_named(all, name, strlen(name));
    a->ever_passed = strcmp(ever, "passed") == 0;
    a->passed = strcmp(last, "passed") == 0;
    a->inputs = strdup(inputs);
    a->file = file;
    a->why = readable(why, strlen(why), true);
    return (a->ever_passed || strcmp(ever, "open") == 0) && (a->passed || strcmp(last, "failed") == 0);
}

// Skips the lines of exercises that no longer exist. Any other unknown line means that the file is damaged.
static struct progress read_file(const struct rules *rules, const char *path)
{
    struct progress p = {0};
    struct text text = read_up_to(path, most_bytes);
    p.damaged = strlen(text.begin) != text.length || (text.length > 0 && text.begin[text.length - 1] != '\n');
    p.item = calloc(rules->exercises.count + 1, sizeof *p.item);
    for (const char *line = text.begin; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        struct attempt a = {0}, *known;
        if (*line != '#' && !read_line(&rules->exercises, line, length, &a))
            p.damaged = true;
        else if (a.exercise != NULL && (known = attempt_at(&p, a.exercise)) != NULL)
            *known = a;
        else if (a.exercise != NULL)
            p.item[p.count++] = a;
        line += length + (line[length] == '\n');
    }
    free(text.begin);
    return p;
}

struct attempt *attempt_at(const struct progress *p, const struct exercise *exercise)
{
    for (size_t i = 0; i < p->count; ++i)
        if (p->item[i].exercise == exercise)
            return &p->item[i];
    return NULL;
}

// --- writing ---

static bool write_file(const struct progress *p, const char *path)
{
    char *made = text_of("%s.XXXXXX", path);
    int created = mkostemp(made, O_CLOEXEC);
    FILE *file = created < 0 ? NULL : fdopen(created, "w");
    if (file == NULL)
        return false;
    fprintf(file, "%s\n", heading);
    for (size_t i = 0; i < p->count; ++i) {
        const struct attempt *a = &p->item[i];
        fprintf(file, "%s %s %s %lu %s %lu\t%s\t%s\n", a->exercise->name, a->ever_passed ? "passed" : "open",
                a->passed ? "passed" : "failed", a->number, a->inputs, a->order, a->file, a->why);
    }
    bool written = fchmod(created, 0644) == 0 && !ferror(file);
    if (fclose(file) == 0 && written && rename(made, path) == 0)
        return true;
    unlink(made);
    return false;
}

// The lock is that of the folder: it needs no file of its own, and ends with the process.
static int lock_of(const char *path)
{
    int folder = open(folder_of(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0)
        while (flock(folder, LOCK_EX) != 0 && errno == EINTR)
            ;
    return folder;
}

static void say_damaged(const char *path, const struct progress *p)
{
    fprintf(stderr, _("check: %s was damaged; it is written anew, with the %zu exercises that could be read\n"),
            short_path(path), p->count);
}

// Reads, lets `change` do its work, and writes. A file that cannot be written is one line.
static struct progress change_file(const struct rules *rules, void (*change)(struct progress *, const void *),
                                   const void *data)
{
    const char *path = progress_file(rules);
    struct progress p = {0};
    if (path == NULL)
        return p;
    int lock = lock_of(path);
    p = read_file(rules, path);
    bool damaged = p.damaged;
    if (change != NULL)
        change(&p, data);
    bool written = (change == NULL && !damaged) || write_file(&p, path);
    if (lock >= 0)
        close(lock);
    if (damaged)
        say_damaged(path, &p);
    if (!written)
        fprintf(stderr,
                _("check: the progress is not kept: %s cannot be written (CHECK_PROGRESS names another file)\n"),
                short_path(path));
    return p;
}

struct progress read_progress(const struct rules *rules)
{
    return change_file(rules, NULL, NULL);
}

// What has a place in a line.
static const char *in_one_line(const char *text)
{
    return strpbrk(text, "\t\n\r") == NULL ? text : "";
}

static void add_attempt(struct progress *p, const void *data)
{
    const struct attempt *fresh = data;
    struct attempt *known = attempt_at(p, fresh->exercise);
    unsigned long number = 0;
    bool passed_before = known != NULL && known->ever_passed;
    for (size_t i = 0; i < p->count; ++i)
        number = p->item[i].number > number ? p->item[i].number : number;
    if (known == NULL)
        known = &p->item[p->count++];
    *known = *fresh;
    known->ever_passed = fresh->passed || passed_before;
    known->number = number + 1;
}

void record_result(const struct rules *rules, const char *file, const struct result *result)
{
    const struct exercise *e = exercise_named(&rules->exercises, result->exercise, strlen(result->exercise));
    if (e == NULL || result->verdict == UNJUDGED)
        return;
    const char *why = readable(result->why, strlen(result->why), true);
    struct attempt a = {e, false, result->verdict == PASSED, 0, result->order, result->inputs, in_one_line(file), why};
    change_file(rules, add_attempt, &a);
}

static void remove_attempt(struct progress *p, const void *data)
{
    struct attempt *known = attempt_at(p, data);
    if (known != NULL)
        *known = p->item[--p->count];
}

void forget_result(const struct rules *rules, const struct exercise *exercise)
{
    change_file(rules, remove_attempt, exercise);
}

// --- what comes next ---

static bool has_passed(const struct progress *p, const struct exercise *exercise)
{
    const struct attempt *a = attempt_at(p, exercise);
    return a != NULL && a->ever_passed;
}

const struct exercise *next_exercise(const struct rules *rules, const struct progress *p, const struct exercise *after)
{
    const struct exercises *all = &rules->exercises;
    size_t begin = after != NULL ? (size_t)(after - all->item) + 1 : 0;
    for (size_t i = 0; i < all->count; ++i) {
        const struct exercise *e = &all->item[(begin + i) % all->count];
        if (e != after && !has_passed(p, e))
            return e;
    }
    return NULL;
}

const char *file_of(const struct rules *rules, const struct progress *p, const struct exercise *exercise)
{
    const struct attempt *a = attempt_at(p, exercise);
    if (a != NULL && *a->file != '\0' && access(a->file, R_OK) == 0)
        return a->file;
    return text_of("%s/%s.cu", rules->here, exercise->name);
}

static const struct attempt *last_failed(const struct progress *p)
{
    const struct attempt *last = NULL;
    for (size_t i = 0; i < p->count; ++i)
        if (!p->item[i].passed && (last == NULL || p->item[i].number > last->number))
            last = &p->item[i];
    return last;
}

void say_lesson(const struct exercise *exercise)
{
    if (exercise->page != NULL)
        printf(_("Its lesson: %s\n"), exercise->page);
}

// Where the exercise is on the path, and its lesson.
static void say_step(const struct rules *rules, const struct exercise *e)
{
    printf(_("Next: ./run check %s (exercise %d of %zu: %s)\n"), e->name, e->number, rules->exercises.count,
           e->sentence);
    say_lesson(e);
    if (in_chinese() && is_start_in(rules, e, text_of("%s/%s.cu", rules->here, e->name), false))
        printf(_("Its task in your language, in the file: ./run reset %s\n"), e->name);
}

void say_next(const struct rules *rules, const struct progress *p, const struct exercise *passed)
{
    const struct exercise *next = next_exercise(rules, p, passed);
    if (next != NULL)
        say_step(rules, next);
    else
        printf(_("All %zu exercises have passed.\n"), rules->exercises.count);
}

void list_progress(const struct rules *rules)
{
    struct progress p = read_progress(rules);
    size_t passed = 0;
    for (size_t i = 0; i < rules->exercises.count; ++i) {
        const struct exercise *e = &rules->exercises.item[i];
        const struct attempt *a = attempt_at(&p, e);
        passed += has_passed(&p, e);
        printf("[%c] %s", has_passed(&p, e) ? 'x' : a != NULL ? '!' : ' ', e->number < 10 ? " " : "");
        printf(_("%d %s: %s\n"), e->number, e->name, e->sentence);
    }
    printf(_("Passed: %zu of %zu.\n"), passed, rules->exercises.count);
    const struct attempt *failed = last_failed(&p);
    if (failed != NULL)
        printf(_("Failed last: %s: %s (%s)\n"), failed->exercise->name, failed->why, short_path(failed->file));
    say_next(rules, &p, NULL);
}
