// SPDX-License-Identifier: MIT
// check_warp_sync PROGRAM SOURCE.cu CPU|GPU: its output for each variant agrees with its sums and its exit status, and
// the synchronized variants are right. On the CPU device the others are wrong, and their races reported; on a GPU the
// outcome may vary.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

enum { threads = 256, blocks = 128, runs = 3, variants = 4 };
static const char *const names[variants] = {"plain", "volatile", "syncwarp", "shuffle"};
static const bool promised[variants] = {false, false, true, true};

// All variants where `variant` is NULL.
static struct run run_variant(char **argv, const char *variant)
{
    struct run run = run_program(
        (char *[]){argv[1], "--runs", "3", variant == NULL ? NULL : "--variant", (char *)variant, NULL}, 60);
    skip_without_device(&run);
    if (strcmp(argv[3], "GPU") == 0)
        require_silence(&run);
    return run;
}

// Whether a variant gave only right sums, by its line of the table, which must agree with itself.
static bool all_right(const struct run *run, int v, bool cpu)
{
    char begin[20];
    snprintf(begin, sizeof begin, "\n%-9s ", names[v]);
    const char *line = strstr(run->out, begin);
    if (line == NULL)
        fail(run, "it does not speak of the variant %s", names[v]);
    line += strlen(begin);
    static const char *const verdicts[] = {"wrong ", "right, by luck ", "right, as CUDA promises "};
    int verdict = 0;
    while (verdict < 3 && strncmp(line, verdicts[verdict], strlen(verdicts[verdict])) != 0)
        ++verdict;
    long long total, right, all, expected = 0;
    int length = 0;
    if (verdict == 3 ||
        sscanf(line + strlen(verdicts[verdict]), " %lld %lld of %lld%n", &total, &right, &all, &length) != 3 ||
        line[strlen(verdicts[verdict]) + (size_t)length] != '\n' || right < 0 || right > all || all != runs * blocks)
        fail(run, "it does not say how many sums of %d the variant %s had right", runs * blocks, names[v]);

    // Thread t of block b adds (b + 1) * (t + 1).
    for (int b = 0; b < blocks; ++b)
        for (int t = 0; t < threads; ++t)
            expected += (long long)runs * (b + 1) * (t + 1);
    if (right == all && total != expected)
        fail(run, "the sums of the variant %s add up to %lld, and not to %lld", names[v], total, expected);
    if ((promised[v] && right != all) || (cpu && !promised[v] && right != 0))
        fail(run, "the variant %s was right in %lld of %lld sums", names[v], right, all);
    if (verdict != (right < all ? 0 : promised[v] ? 2 : 1))
        fail(run, "of the variant %s it says: %s", names[v], verdicts[verdict]);
    return right == all;
}

// What the CPU device says of the race in the line of the source that has this text.
static void require_report(const struct run *run, const char *path, const char *variant, const char *text)
{
    char lines[2][100], report[200];
    int line = line_with(path, text);
    snprintf(lines[0], sizeof lines[0], " writes at warp_sync.cu:%d", line);
    snprintf(lines[1], sizeof lines[1], " reads at warp_sync.cu:%d", line);
    snprintf(report, sizeof report,
             "========= Error: race on shared memory\n"
             "=========     kernel sum_%s, block (0,0,0), sums[",
             variant);
    for (const char *at = run->err; (at = strstr(at, report)) != NULL; ++at) {
        const char *second = strstr(at, lines[1]), *first = strstr(at, lines[0]);
        if (first != NULL && second != NULL && first < at + 400 && second < at + 400)
            return;
    }
    fail(run, "no report of a race on sums names%s and%s", lines[0], lines[1]);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_warp_sync PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[3], "CPU") == 0;

    struct run run = run_variant(argv, NULL);
    int right = 0;
    for (int v = 0; v < variants; ++v)
        right += all_right(&run, v, cpu);
    char count[100];
    snprintf(count, sizeof count, "\n%d of 4 variants gave only right sums.\n", right);
    if (strstr(run.out, count) == NULL)
        fail(&run, "its last line does not say: %s", count);
    require_status(&run, right == variants ? 0 : 1);
    if (cpu && strstr(run.err, "SUMMARY: 2 errors, 0 warnings") == NULL)
        fail(&run, "not just two races are found");
    free_run(&run);

    for (int v = 0; v < variants; ++v) {
        run = run_variant(argv, names[v]);
        require_status(&run, all_right(&run, v, cpu) ? 0 : 1);
        if (cpu && !promised[v])
            require_report(&run, argv[2], names[v],
                           v == 0 ? "\n        sums[t] += sums[t + k];" : "ordered[t] = ordered[t] + ordered[t + k];");
        else
            require_silence(&run);
        free_run(&run);
    }

    require_refusal((char *[]){argv[1], "--variant", "warp", NULL}, "there is no variant 'warp'");
    require_refusal((char *[]){argv[1], "--runs", "0", NULL}, "--runs needs a whole number of 1 or more");
    return 0;
}
