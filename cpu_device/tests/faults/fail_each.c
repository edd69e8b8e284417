// SPDX-License-Identifier: MIT
// fail_each SHIM PROGRAMS [--all] [NAME]: runs programs of the chapter from the folder PROGRAMS again and again, each
// time with another call failing by which they ask for memory or a thread. They must go on and end as if nothing had
// been, or say in a line or two what ran out and end with a status that is not 0; what they save is whole or as it was.
//
// With --all every call fails once, which takes minutes; else as many as a test has time for: the first ones, with
// which a program sets up, and as many spread over the rest. NAME: this program alone.
//
// Where the device's cores ask at the same time, the numbers of their calls change from run to run. where.sh shows who
// made the one that failed.
#define _GNU_SOURCE // strcasestr
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../run_program.h"
#include "functions.h"

enum { most_arguments = 8, most_lines = 3, most_hung = 2 };

static const struct program {
    const char *name, *saves;
    unsigned long tries; // of each function
    const char *arguments[most_arguments];
} programs[] = {
    {"dot", NULL, 120, {NULL}},
    {"shared_bitmap", "x.png", 120, {"--save", "x.png", "--width", "32", "--height", "32"}},
    {"row_sums", "x.csv", 30, {"--csv", "x.csv", "--rows", "33", "--columns", "33"}},
    {"threadfence_sum", NULL, 20, {"--blocks", "8"}},
};

enum { program_count = sizeof programs / sizeof *programs };

static const char old_content[] = "old\n";

enum end { right, in_a_line, unclear, wrong, left_a_file, aborted, crashed, hung, end_count };

static const char *const ends[end_count] = {"went on right", "ended in a line", "unclear", "wrong",
                                            "left a file",   "aborted",         "crashed", "hung"};

static struct tally {
    unsigned long calls, tried, ends[end_count];
} tallies[program_count][function_count];

struct text {
    char *bytes;
    size_t size;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

// Runs it where an old file has the name of what it saves.
static struct run run_beside_old(const struct program *p, const char *path, double limit)
{
    char *argv[most_arguments + 2] = {(char *)path};
    memcpy(argv + 1, p->arguments, sizeof p->arguments);
    FILE *old = p->saves != NULL ? fopen(p->saves, "w") : NULL;
    if (p->saves != NULL && (old == NULL || fputs(old_content, old) == EOF || fclose(old) != 0))
        give_up(p->saves);
    return run_program(argv, limit);
}

static struct run run_with_fault(const struct program *p, const char *path, const char *shim, const char *fault,
                                 double limit)
{
    setenv("LD_PRELOAD", shim, 1);
    setenv("FAULT", fault, 1);
    struct run run = run_beside_old(p, path, limit);
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT");
    return run;
}

static void count_calls(const struct program *p, const char *path, const char *shim, unsigned long *calls, double limit)
{
    setenv("FAULT_COUNTS", "counts", 1);
    struct run run = run_with_fault(p, path, shim, "", limit);
    unsetenv("FAULT_COUNTS");
    require_status(&run, 0);
    FILE *counts = fopen("counts", "rb");
    if (counts == NULL || fread(calls, sizeof *calls, function_count, counts) != function_count)
        fail(&run, "%s counts nothing", shim);
    fclose(counts);
    remove("counts");
    free_run(&run);
}

static bool begins(const char *line, const char *text)
{
    return strncmp(line, text, strlen(text)) == 0;
}

// Whether its lines on standard error are few, and name what ran out. The device may add warnings that a program which
// broke off has not freed its memory, but no error.
static bool is_clear(char *err)
{
    int lines = 0;
    bool named = false;
    for (char *line = strtok(err, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (begins(line, "========= Error:"))
            return false;
        if (begins(line, "========="))
            continue;
        ++lines;
        named |= strcasestr(line, "memory") != NULL || strcasestr(line, "thread") != NULL;
    }
    return named && lines <= most_lines;
}

// Removes what is in the folder besides the file that the program saves; whether there was nothing.
static bool is_tidy(const struct program *p)
{
    bool tidy = true;
    DIR *folder = opendir(".");
    if (folder == NULL)
        give_up("opendir");
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.' && (p->saves == NULL || strcmp(entry->d_name, p->saves) != 0)) {
            tidy = false;
            remove(entry->d_name);
        }
    closedir(folder);
    return tidy;
}

static enum end judge(const struct program *p, const struct run *run, const struct run *good, const struct text *saved)
{
    bool tidy = is_tidy(p);
    if (run->timed_out)
        return hung;
    if (run->signal != 0)
        return run->signal == SIGABRT ? aborted : crashed;
    if (!tidy)
        return left_a_file;
    if (p->saves != NULL) {
        struct text now = {0};
        now.bytes = read_file(p->saves, &now.size);
        bool whole = now.size == saved->size && memcmp(now.bytes, saved->bytes, now.size) == 0;
        bool old = strcmp(now.bytes, old_content) == 0;
        free(now.bytes);
        if (!whole && (!old || run->status == 0))
            return wrong;
    }
    if (run->status != 0)
        return is_clear(run->err) ? in_a_line : unclear;
    return run->out_size == good->out_size && memcmp(run->out, good->out, run->out_size) == 0 ? right : wrong;
}

// The number of the call that fails in the k-th of `tries` runs, from 0.
static unsigned long call_to_fail(unsigned long k, unsigned long tries, unsigned long calls)
{
    unsigned long first = tries < calls ? tries / 2 : tries;
    return k < first ? k + 1 : first + (k - first + 1) * (calls - first) / (tries - first);
}

// Fails the calls of a program one by one.
static void fail_each(const struct program *p, const char *folder, const char *shim, bool all, struct tally *tally)
{
    char path[PATH_MAX + 100];
    unsigned long calls[function_count] = {0};
    struct text saved = {0};
    snprintf(path, sizeof path, "%s/%s", folder, p->name);

    double start = now();
    struct run good = run_beside_old(p, path, 600);
    const double limit = 10 + 20 * (now() - start); // also for a machine that becomes busy
    require_status(&good, 0);
    if (p->saves != NULL)
        saved.bytes = read_file(p->saves, &saved.size);
    count_calls(p, path, shim, calls, limit);

    for (int f = 0; f < function_count; ++f) {
        struct tally *t = &tally[f];
        unsigned long tries = all || calls[f] < p->tries ? calls[f] : p->tries;
        for (t->calls = calls[f]; t->tried < tries && t->ends[hung] < most_hung; ++t->tried) {
            char fault[60];
            snprintf(fault, sizeof fault, "%s:%lu", function_names[f], call_to_fail(t->tried, tries, calls[f]));
            struct run run = run_with_fault(p, path, shim, fault, limit);
            enum end end = judge(p, &run, &good, &saved);
            if (end > in_a_line) {
                printf("FAULT=%s %s: %s, status %d", fault, p->name, ends[end], run.status);
                printf(run.err_size > 0 ? ": %.*s\n" : "\n", (int)strcspn(run.err, "\n"), run.err);
            }
            ++t->ends[end];
            free_run(&run);
        }
    }
    free(saved.bytes);
    free_run(&good);
    if (p->saves != NULL)
        remove(p->saves);
}

// Returns how many ends are bad.
static unsigned long print_row(const char *program, const char *function, const struct tally *t)
{
    unsigned long bad = 0;
    printf("%-16s %-15s %6lu %6lu", program, function, t->calls, t->tried);
    for (int end = 0; end < end_count; ++end) {
        printf("  %*lu", (int)strlen(ends[end]), t->ends[end]);
        bad += end > in_a_line ? t->ends[end] : 0;
    }
    printf("\n");
    return bad;
}

// Whether no end is bad, and one at least was tried.
static bool print_table(void)
{
    struct tally all = {0};
    printf("\n%-16s %-15s %6s %6s", "program", "what fails", "calls", "tried");
    for (int end = 0; end < end_count; ++end)
        printf("  %s", ends[end]);
    printf("\n");
    for (int p = 0; p < program_count; ++p)
        for (int f = 0; f < function_count; ++f) {
            const struct tally *t = &tallies[p][f];
            if (t->tried == 0)
                continue;
            print_row(programs[p].name, function_names[f], t);
            all.calls += t->calls;
            all.tried += t->tried;
            for (int end = 0; end < end_count; ++end)
                all.ends[end] += t->ends[end];
        }
    return print_row("all", "", &all) == 0 && all.tried > 0;
}

int main(int argc, char **argv)
{
    bool all = argc > 3 && strcmp(argv[3], "--all") == 0;
    const char *only = argc > 3 + all ? argv[3 + all] : NULL;
    char shim[PATH_MAX], folder[PATH_MAX], work[] = "/tmp/faults.XXXXXX";
    const struct rlimit no_core = {0, 0};
    if (argc < 3 || argc > 4 + all) {
        fprintf(stderr, "usage: fail_each SHIM PROGRAMS [--all] [NAME]\n");
        return 2;
    }
    if (realpath(argv[1], shim) == NULL || realpath(argv[2], folder) == NULL)
        give_up(argv[1]);
    if (mkdtemp(work) == NULL || chdir(work) != 0)
        give_up(work);
    setrlimit(RLIMIT_CORE, &no_core);
    for (int p = 0; p < program_count; ++p)
        if (only == NULL || strcmp(only, programs[p].name) == 0)
            fail_each(&programs[p], folder, shim, all, tallies[p]);
    bool good = print_table();
    if (chdir("/") != 0 || rmdir(work) != 0)
        give_up(work);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
