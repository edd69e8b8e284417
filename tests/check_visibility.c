// SPDX-License-Identifier: MIT
// check_visibility PROGRAM SOURCE.cu CPU|GPU: with the barrier, or the fences, between write and read, every read sees
// the new value, and nothing is reported. Without it the CPU device reports the races at their lines; on a GPU the
// outcome may vary.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_counters.h"

enum { threads = 256, readers = 3, blocks = 6, runs = 3 };

// What the lines begin with, synced and not, and how many reads two threads make in a launch.
static const struct {
    const char *reader, *between[2];
    int reads;
} lines[readers] = {
    {"a thread of the same warp", {"__syncwarp()", "nothing"}, 2},
    {"a thread of the same block", {"__syncthreads()", "nothing"}, 2},
    {"a thread of another block", {"fence, atomic, fence", "atomic"}, 1}, // the one that finds the flag set
};

static struct run run_once(char **argv, const char *option)
{
    struct run run = run_program((char *[]){argv[1], "--blocks", "6", "--runs", "3", (char *)option, NULL}, 60);
    skip_without_device(&run);
    if (strcmp(argv[3], "GPU") == 0)
        require_silence(&run);
    return run;
}

// Whether a reader saw every value; it must, where its reads are no race. On the CPU device, where a thread runs until
// it waits, the first of two threads that read each other's value does not see it without a barrier, and the second
// does.
static bool saw_all(const struct run *run, int reader, bool cpu, bool unsynced)
{
    char begin[80];
    snprintf(begin, sizeof begin, "\n%-27s %-21s ", lines[reader].reader, lines[reader].between[unsynced]);
    const char *line = strstr(run->out, begin);
    long long seen, all, reads = (long long)lines[reader].reads * threads / 2 * blocks * runs;
    if (line == NULL || sscanf(line + strlen(begin), "%lld of %lld\n", &seen, &all) != 2)
        fail(run, "it does not say how many reads saw the new value: %s", lines[reader].reader);
    if (all != reads || seen < 0 || seen > all)
        fail(run, "%s: %lld of %lld, and not of %lld", lines[reader].reader, seen, all, reads);
    bool races = unsynced;
    long long expected = cpu && races && reader < 2 ? reads / 2 : reads;
    if (seen != expected && (cpu || !races))
        fail(run, "%s saw %lld of %lld, not %lld", lines[reader].reader, seen, all, expected);
    return seen == all;
}

// The last line agrees with the others, and the exit status with it.
static void require_summary(const struct run *run, int right)
{
    char text[100];
    snprintf(text, sizeof text, "\n%s: %d of %d readers saw every value.\n", right == readers ? "Yes" : "NO", right,
             readers);
    if (strstr(run->out, text) == NULL)
        fail(run, "its last line does not say: %s", text);
    require_status(run, right < readers ? 1 : 0);
}

// The store of read_in_warp or read_in_block, by the lines from the head of its kernel on.
#define IN(WHAT)                                                                                                       \
    "read_in_" WHAT "(unsigned *seen, unsigned first, bool synced)\n{\n"                                               \
    "    __shared__ unsigned values[threads_per_block];\n"                                                             \
    "    int i = threadIdx.x + blockIdx.x * blockDim.x;\n\n"                                                           \
    "    values[threadIdx.x] = first + i;"

static void require_race(const struct run *run, const char *path, const char *kind, const char *texts[2])
{
    const char *at = strstr(run->err, kind), *const verbs[2] = {"writes", "reads"};
    for (int i = 0; i < 2; ++i) {
        char text[60];
        snprintf(text, sizeof text, " %s at visibility.cu:%d", verbs[i], line_with(path, texts[i]));
        at = at == NULL ? NULL : strstr(at, text);
        if (at == NULL)
            fail(run, "no report says, after %s:%s", kind, text);
    }
}

// Two readers are tried in shared memory, and one in global memory: by what the CPU device counts of the kernels, of
// eight warps per block.
static void require_kernels(char **argv)
{
    enum { warps = blocks * runs * threads / 32 };
    static const struct {
        const char *kernel, *access;
        long requests;
    } expected[] = {{"read_in_warp", "shared store", warps},
                    {"read_in_block", "shared load", warps},
                    {"read_between_blocks", "global atomic", warps}};
    char *csv;
    struct run run = run_counted((char *[]){argv[1], "--blocks", "6", "--runs", "3", NULL}, 60, &csv);
    require_status(&run, 0);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        long requests = counted_requests(csv, expected[i].kernel, expected[i].access);
        if (requests != expected[i].requests)
            fail(&run, "%s: %ld requests for a %s, not %ld:\n%s", expected[i].kernel, requests, expected[i].access,
                 expected[i].requests, csv);
    }
    free(csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_visibility PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[3], "CPU") == 0;
    for (int unsynced = 0; unsynced < 2; ++unsynced) {
        struct run run = run_once(argv, unsynced ? "--unsynced" : NULL);
        int right = 0;
        for (int i = 0; i < readers; ++i)
            right += saw_all(&run, i, cpu, unsynced);
        require_summary(&run, right);
        if (cpu && unsynced) {
            require_race(&run, argv[2], "kernel read_in_warp,",
                         (const char *[]){IN("warp"), "values[threadIdx.x ^ 1];"});
            require_race(&run, argv[2], "kernel read_in_block,",
                         (const char *[]){IN("block"), "values[threadIdx.x ^ 128];"});
            require_race(&run, argv[2], "Error: race between blocks on global memory\n",
                         (const char *[]){".payload = first + input;", "seen[i] = flag_was_set ? "});
            if (strstr(run.err, "SUMMARY: 3 errors, 0 warnings") == NULL)
                fail(&run, "not just three races are found");
        } else {
            require_silence(&run);
        }
        free_run(&run);
    }
    if (cpu)
        require_kernels(argv);

    require_refusal((char *[]){argv[1], "--blocks", "7", NULL}, "--blocks needs an even number, at most 65536");
    require_refusal((char *[]){argv[1], "--blocks", "65538", NULL}, "--blocks needs an even number, at most 65536");
    require_refusal((char *[]){argv[1], "--runs", "0", NULL}, "--runs needs a whole number of 1 or more");
    return 0;
}
