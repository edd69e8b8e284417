// SPDX-License-Identifier: MIT
// check_threadfence_sum PROGRAM SOURCE.cu CPU|GPU: its sums are exact, and with the fences nothing is reported. Without
// the fences the CPU device reports the race at both its lines in every run, right or wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

enum { elements = 1 << 20 };

static char **arguments;
static bool on_cpu;

// Runs it so many times over; what it says of its sums agrees with the closed form. Stores how many were right.
static struct run run_sums(const char *blocks, const char *runs, const char *option, int *right)
{
    struct run run = run_program(
        (char *[]){arguments[1], "--blocks", (char *)blocks, "--runs", (char *)runs, (char *)option, NULL}, 100);
    skip_without_device(&run);
    long long exact = 0; // the program's floats hold it exactly, too
    for (int i = 0; i < elements; ++i)
        exact += 1 + i % 7;

    double shown, closed_form;
    int all, in_blocks;
    const char *line = strstr(run.out, "\nRight in ");
    if (sscanf(run.out, "Does GPU value %lf = %lf?\n", &shown, &closed_form) != 2 || closed_form != (double)exact)
        fail(&run, "it does not compare its sum with %lld", exact);
    if (line == NULL || sscanf(line, " Right in %d of %d runs, %d blocks: ", right, &all, &in_blocks) != 3 ||
        all != atoi(runs) || in_blocks != atoi(blocks) || *right < 0 || *right > all)
        fail(&run, "it does not say in how many of %s runs it was right", runs);
    if ((shown == (double)exact) != (*right == all)) // a NaN is not equal
        fail(&run, "it shows %.9g and says %d of %d", shown, *right, all);
    if (!on_cpu)
        require_silence(&run);
    return run;
}

// With the fences, or where nothing has to be ordered.
static void must_be_clean(const char *blocks, const char *runs, const char *option)
{
    int right;
    struct run run = run_sums(blocks, runs, option, &right);
    require_status(&run, 0);
    require_silence(&run);
    free_run(&run);
}

// Without them: whatever the sum, the CPU device names a store and a read of two blocks, and nothing else.
static void must_race(const char *blocks, const char *runs)
{
    int right;
    struct run run = run_sums(blocks, runs, "--no-fence", &right);
    require_status(&run, right < atoi(runs) ? 1 : on_cpu ? 3 : 0);
    if (on_cpu) {
        int store = line_with(arguments[2], "parts[blockIdx.x] = part; // wrong, on purpose");
        int read = line_with(arguments[2], "mine += parts[i];");
        char writes[60], reads[60];
        snprintf(writes, sizeof writes, " writes at threadfence_sum.cu:%d", store);
        snprintf(reads, sizeof reads, " reads at threadfence_sum.cu:%d", read);
        const char *const report[] = {"========= Error: race between blocks on global memory\n", writes, reads,
                                      "SUMMARY: 1 error"};
        const char *at = run.err;
        for (size_t i = 0; i < sizeof report / sizeof *report; ++i) {
            const char *found = strstr(at, report[i]);
            if (found == NULL)
                fail(&run, "it does not say, or not in this order: %s", report[i]);
            at = found + strlen(report[i]) - 1;
        }
    }
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_threadfence_sum PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    setenv("CPU_DEVICE_LAUNCHES", "all", 1); // on a busy machine it would say that it no longer checks every launch

    must_be_clean("1024", "3", NULL); // the count is 0 again for the second and third launch
    must_be_clean("7", "20", NULL);
    must_be_clean("5000", "1", NULL);      // more blocks than elements / 256
    must_be_clean("1", "2", "--no-fence"); // a block alone orders its threads by barriers
    must_race("2", "1");
    must_race("1024", "3");
    for (int seed = 1; seed <= 5; ++seed) {
        set_seed(seed);
        must_race("64", "1");
        must_be_clean("64", "2", NULL);
    }
    set_seed(0);

    require_refusal((char *[]){argv[1], "--blocks", "65537", NULL}, "--blocks is at most 65536");
    require_refusal((char *[]){argv[1], "--blocks", "0", NULL}, "--blocks needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--runs", "abc", NULL}, "--runs needs a whole number of 1 or more");
    return 0;
}
