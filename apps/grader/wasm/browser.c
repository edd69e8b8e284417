// SPDX-License-Identifier: MIT
// The judge's rules for the playground (apps/playground/lib/judge.mjs), which compiles and runs a submission itself.
// This is compiled for WebAssembly, and what it opens are the playground's files: exercises/judge,
// apps/grader/allowed.txt, and the submission. It is called
//
//     judge accept FILE EXERCISE...         whether FILE may be judged, by which of all exercises
//     judge runs INPUTS SEEDS               a line for each run: its order, and the device's settings
//     judge run NUMBER ORDER STATUS         what a run means, from the files "verdict", "reports" and "err" that it has
//     left
//
// and its status is 0: go on, or 1: the judging has ended. Then the first line says why, and the others are the judge's
// words.
#include "../judging.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void end_heartbeat(void) {}

static int end_of(const struct result *result)
{
    printf("%s\n%s", result->why, result->text);
    return 1;
}

static int accept(struct rules *rules, const char *file, char **names, size_t count)
{
    struct result result = {.exercise = "", .text = ""};
    rules->exercises.item = calloc(count, sizeof *rules->exercises.item);
    for (rules->exercises.count = 0; rules->exercises.count < count; ++rules->exercises.count)
        rules->exercises.item[rules->exercises.count].name = names[rules->exercises.count];
    struct text text = read_up_to(file, most_source + 1);
    if (text.length > most_source)
        ends(&result, UNJUDGED, true, _("it has more than 1 MiB"));
    mkdir("box", 0755);
    const char *slash = strrchr(file, '/');
    struct accepted accepted = {.judges = ""};
    if (text.length <= most_source)
        accepted = accept_submission(rules, file, slash != NULL ? slash + 1 : file, text, "box", true);
    const struct exercise *exercise =
        text.length > most_source ? NULL : which_exercise(rules, &accepted, file, &result);
    if (exercise == NULL)
        return end_of(&result);
    puts(exercise->name);
    return 0;
}

static void print_setting(const char *name, const char *value)
{
    printf(" %s=%s", name, value);
}

static int list_runs(const char *inputs, unsigned seeds)
{
    for (unsigned run = 0; run <= seeds; ++run) { // the last one in weak memory
        const uint64_t order = order_of_run(inputs, run) + (run == seeds ? most_orders : 0);
        printf("%llu", (unsigned long long)order);
        give_settings(order, print_setting);
        printf("\n");
    }
    return 0;
}

static int judge_run(const struct rules *rules, int number, uint64_t order, int status)
{
    struct result result = {.text = "", .order = order, .runs = number + !is_weak(order)};
    const struct text verdict = read_up_to("verdict", 1 << 16);
    const struct run run = {.outcome = {status, 0},
                            .verdict = readable(verdict.begin, strcspn(verdict.begin, "\n"), true),
                            .reports = read_reports(read_up_to("reports", most_reports).begin),
                            .err = "err"};
    if (!run_passes(rules, &run, &result))
        return end_of(&result);
    fputs(result.text, stdout);
    return 0;
}

int main(int count, char **argument)
{
    struct rules rules = {.here = "exercises", .grader = "apps/grader", .seconds = 20};
    const char *command = count > 2 ? argument[1] : "";
    if (strcmp(command, "accept") == 0)
        return accept(&rules, argument[2], argument + 3, (size_t)count - 3);
    if (strcmp(command, "runs") == 0 && count == 4)
        return list_runs(argument[2], (unsigned)atoi(argument[3]));
    if (strcmp(command, "run") == 0 && count == 5)
        return judge_run(&rules, atoi(argument[2]), strtoull(argument[3], NULL, 10), atoi(argument[4]));
    die("usage: judge accept|runs|run ...");
}
