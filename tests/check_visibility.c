// SPDX-License-Identifier: MIT
// check_visibility PROGRAM SOURCE.cu CPU|GPU: with what must stand between a write and a read, every read gets the new
// value, and nothing is said. Without it the CPU device names the races at their lines; a GPU may do as it likes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_counters.h"

enum { threads = 256, rounds = 8, trials = 5, blocks = 6, runs = 3 };

// What the lines begin with, synced and not, and how often the threads of the grid look in a launch.
static const struct {
    const char *reader, *between[2];
    double looks; // of a thread
} lines[trials] = {
    {"a lane of the same warp", {"__syncwarp()", "nothing"}, rounds},
    {"a thread of another warp", {"__syncthreads()", "nothing"}, rounds},
    {"a thread of another block", {"fence, atomic, fence", "atomic"}, 0.5}, // the second of two
    {"an atomic, what atomics wrote", {"nothing", "nothing"}, 1},
    {"the block, its shared memory", {"other blocks' writes", "other blocks' writes"}, 1},
};

static struct run run_once(char **argv, const char *option)
{
    struct run run = run_program((char *[]){argv[1], "--blocks", "6", "--runs", "3", (char *)option, NULL}, 60);
    skip_without_device(&run);
    if (strcmp(argv[3], "GPU") == 0 && run.err_size != 0)
        fail(&run, "it has something to say on standard error");
    return run;
}

// Whether the readers of a trial saw all; they must, where they are not a race.
static bool saw_all(const struct run *run, int trial, bool unsynced)
{
    char begin[80];
    snprintf(begin, sizeof begin, "\n%-30s %-21s ", lines[trial].reader, lines[trial].between[unsynced]);
    const char *line = strstr(run->out, begin);
    long long seen, all, looks = (long long)(lines[trial].looks * threads * blocks) * runs;
    if (line == NULL || sscanf(line + strlen(begin), "%lld of %lld\n", &seen, &all) != 2)
        fail(run, "it does not say how much this reader saw: %s", lines[trial].reader);
    if (all != looks || seen < 0 || seen > all)
        fail(run, "%s: %lld of %lld, and not of %lld", lines[trial].reader, seen, all, looks);
    if (seen != all && (!unsynced || trial >= 3))
        fail(run, "%s saw %lld of %lld", lines[trial].reader, seen, all);
    return seen == all;
}

// The last line agrees with the others, and the exit status with it.
static void require_summary(const struct run *run, int always, bool cpu, bool unsynced)
{
    char text[100];
    snprintf(text, sizeof text, "\n%s: %d of %d kinds of readers saw all that was written.\n",
             always == trials ? "Yes" : "NO", always, trials);
    if (strstr(run->out, text) == NULL)
        fail(run, "its last line does not say: %s", text);
    require_status(run, always < trials ? 1 : cpu && unsynced ? 3 : 0);
}

static void require_stores(const struct run *run, const char *who, bool cpu, double requests)
{
    const char *line = strstr(run->out, who);
    int right, all;
    double cost;
    char unit[20];
    if (line == NULL || sscanf(line + strlen(who), ": %d of %d right, %lf %19s ", &right, &all, &cost, unit) != 4 ||
        right != blocks || all != blocks)
        fail(run, "it does not say that %s, and all results are right", who);
    if (strcmp(unit, cpu ? "store" : "us") != 0 || (cpu ? cost != requests : !(cost > 0 && cost < 1e6)))
        fail(run, "where %s, it says %g %s", who, cost, unit);
}

static void require_race(const struct run *run, const char *path, const char *kind, const char *marks[2])
{
    size_t size;
    char *source = read_file(path, &size);
    const char *at = strstr(run->err, kind), *const verbs[2] = {"writes", "reads"};
    for (int i = 0; i < 2; ++i) {
        char text[60];
        snprintf(text, sizeof text, " %s at visibility.cu:%d\n", verbs[i], line_of(source, marks[i], strlen(marks[i])));
        at = at == NULL ? NULL : strstr(at, text);
        if (at == NULL)
            fail(run, "no report says, after %s:%s", kind, text);
    }
    free(source);
}

// Each trial runs the kernel that it is about: by what the CPU device counts of the kernels, of eight warps a block.
static void require_kernels(char **argv)
{
    enum { warps = blocks * runs * threads / 32 };
    static const struct {
        const char *kernel, *access;
        long requests;
    } expected[] = {{"pass_on<(reach)0, true>", "shared load", rounds * warps},
                    {"pass_on<(reach)1, true>", "shared load", rounds * warps},
                    {"meet<true>", "global store", warps},
                    {"draw", "global atomic", 3 * warps},
                    {"keep", "shared load", warps}};
    char *csv;
    struct run run = run_counted((char *[]){argv[1], "--blocks", "6", "--runs", "3", NULL}, 60, &csv);
    require_status(&run, 0);
    for (int i = 0; i < trials; ++i) {
        long requests = counted_requests(csv, expected[i].kernel, expected[i].access);
        if (requests != expected[i].requests)
            fail(&run, "%s: %ld requests for a %s, not %ld:\n%s", expected[i].kernel, requests, expected[i].access,
                 expected[i].requests, csv);
    }
    free(csv);
    free_run(&run);
}

// Of all blocks, not always one alone is there: likely, where there are two cores, so it must show in one of several
// runs, each longer.
static void require_company(char **argv, unsigned most)
{
    for (int n = 30; most < 2; n *= 3) {
        char text[20];
        snprintf(text, sizeof text, "%d", n);
        struct run run = run_program((char *[]){argv[1], "--blocks", "6", "--runs", text, NULL}, 60);
        const char *line = strstr(run.out, "\nUp to ");
        if (line == NULL || sscanf(line, "\nUp to %u blocks", &most) != 1 || (most < 2 && n > 1000))
            fail(&run, "no two blocks were ever there at once");
        free_run(&run);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_visibility PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[3], "CPU") == 0;
    unsigned most = 0;
    for (int unsynced = 0; unsynced < 2; ++unsynced) {
        struct run run = run_once(argv, unsynced ? "--unsynced" : NULL);
        int always = 0;
        for (int i = 0; i < trials; ++i)
            always += saw_all(&run, i, unsynced);
        require_summary(&run, always, cpu, unsynced);
        unsigned at_once;
        const char *line = strstr(run.out, "\nUp to ");
        if (line == NULL || sscanf(line, "\nUp to %u blocks were there at once", &at_once) != 1 || at_once < 1 ||
            at_once > blocks)
            fail(&run, "it does not say how many blocks were there at once");
        most = at_once > most ? at_once : most;
        require_stores(&run, "one thread of a block stores its result", cpu, 1);
        require_stores(&run, "all its 256 threads do", cpu, threads / 32);
        if (cpu && unsynced) {
            require_race(&run, argv[2], "Error: race on shared memory\n", (const char *[]){"store", "read"});
            require_race(&run, argv[2], "Error: race between blocks on global memory\n",
                         (const char *[]){"answer", "look"});
            if (strstr(run.err, "SUMMARY: 2 errors, 0 warnings") == NULL)
                fail(&run, "not just two races are found");
        } else if (run.err_size != 0) {
            fail(&run, "it has something to say on standard error");
        }
        free_run(&run);
    }
    if (!cpu || usable_cores() > 1)
        require_company(argv, most);
    if (cpu)
        require_kernels(argv);

    require_refusal((char *[]){argv[1], "--blocks", "7", NULL}, "--blocks needs an even number, at most 65536");
    require_refusal((char *[]){argv[1], "--blocks", "65538", NULL}, "--blocks needs an even number, at most 65536");
    require_refusal((char *[]){argv[1], "--runs", "0", NULL}, "--runs needs a whole number of 1 or more");
    return 0;
}
