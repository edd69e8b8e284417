// SPDX-License-Identifier: MIT
// check and grade: the two commands. check.sh and grade.sh compile this program, and start it as
// "judge check|grade FOLDER-OF-EXERCISES ARGUMENT...".
#include "judging.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int number(const char *name, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (*value < '1' || *value > '9' || *end != '\0' || n > 1000000)
        die("%s is a whole number of 1 or more, not '%s'", name, value);
    return (int)n;
}

static int number_of_environment(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? number(name, value) : otherwise;
}

static void list(const struct rules *rules, FILE *file)
{
    for (size_t i = 0; i < rules->exercises.count; ++i) {
        const struct exercise *e = &rules->exercises.item[i];
        fprintf(file, _("%d %s: %s\n"), e->number, e->name, e->sentence);
    }
}

__attribute__((noreturn)) static void die_with_list(const struct rules *rules, const char *problem)
{
    fprintf(stderr, "check: %s\n", problem);
    list(rules, stderr);
    exit(2);
}

// In Chinese, the task comes with the first hint: the .cu file has it in English only.
static int give_hint(const struct rules *rules, const struct exercise *exercise, const char *which)
{
    if (strlen(which) != 1 || *which < '1' || *which > '3')
        die("there are hints 1, 2 and 3, not '%s'", which);
    const char *name = exercise->name;
    FILE *file = fopen(text_of("%s/hints/%s.%s", rules->here, name, in_chinese() ? "zh-CN.txt" : "txt"), "r");
    char line[2000] = "";
    for (int i = 0; file != NULL && i <= *which - '1'; ++i)
        if (fgets(line, sizeof line, file) == NULL)
            *line = '\0';
    if (*which == '1' && exercise->task != NULL)
        printf(_("%d %s: %s\n\n%s\nHint 1: "), exercise->number, name, exercise->sentence, exercise->task);
    fputs(line, stdout);
    if (*which != '3')
        printf(_("(The next one: ./run hint %s %d)\n"), name, *which - '0' + 1);
    return 0;
}

static int say(const struct result *result, const char *file, bool json)
{
    if (json) {
        char *line = result_line(result, NULL, NULL, NULL, 0);
        if (line == NULL)
            die("%s", _(needs_cjson));
        puts(line);
    } else {
        if (*result->gpu)
            puts(result->gpu);
        fputs(result->text, stdout);
        if (result->verdict == PASSED)
            printf(_("%s: passed\n"), result->exercise);
        else
            printf(_("%s: failed: %s\n(A hint: ./run hint %s. To watch it, step by step: ./run show %s. With the same "
                     "inputs again: --inputs %lu)\n"),
                   result->exercise, result->why, result->exercise, file, (unsigned long)result->inputs);
    }
    return result->verdict == PASSED ? 0 : 1;
}

static int check(struct rules *rules, int count, char **argument)
{
    bool json = false, hint = false;
    int i = 0;
    for (; i < count && argument[i][0] == '-' && strcmp(argument[i], "--") != 0; ++i) {
        const char *a = argument[i];
        bool with_number = strcmp(a, "--seeds") == 0 || strcmp(a, "--inputs") == 0;
        if (with_number && i + 1 == count)
            die("%s needs a number", a);
        if (strcmp(a, "--list") == 0)
            return list(rules, stdout), 0;
        else if (strcmp(a, "--seeds") == 0)
            rules->seeds = number(a, argument[++i]);
        else if (strcmp(a, "--inputs") == 0)
            rules->inputs = (uint64_t)number(a, argument[++i]);
        else if (strcmp(a, "--hint") == 0)
            hint = true;
        else if (strcmp(a, "--json") == 0)
            json = true;
        else if (strcmp(a, "--cpu") == 0)
            rules->gpu = false;
        else
            die("unknown option %s", a);
    }
    i += i < count && strcmp(argument[i], "--") == 0;
    if (i == count)
        die_with_list(rules, _("the name of an exercise, or a file, is missing; the exercises are:"));
    // a name is that of a template
    const char *name = argument[i];
    const struct exercise *exercise = exercise_named(&rules->exercises, name, strlen(name));
    char *file = ends_with(name, ".cu") ? strdup(name) : text_of("%s/%s.cu", rules->here, name), *named;
    if (exercise == NULL && !ends_with(name, ".cu"))
        die_with_list(rules, text_of(_("there is no exercise %s; there are:"), name));
    if (hint)
        return exercise ? give_hint(rules, exercise, i + 1 < count ? argument[i + 1] : "1")
                        : (die("--hint needs a name"), 2);
    if ((named = realpath(file, NULL)) == NULL || access(file, R_OK) != 0)
        die("there is no file %s", file);
    find_build(rules);
    struct result result = judge_file(rules, named, named, true);
    if (result.verdict == UNJUDGED && !json)
        die("%s: %s", file, result.why);
    return say(&result, file, json);
}

// Commands start in other folders than this one.
static void make_absolute(const char *name)
{
    const char *value = getenv(name);
    char *here = getcwd(NULL, 0);
    if (here != NULL && value != NULL && *value != '\0' && *value != '/')
        setenv(name, text_of("%s/%s", here, value), 1);
    free(here);
}

int main(int count, char **argument)
{
    if (count < 3)
        return 2;
    if (strcmp(argument[1], "confine") == 0) {
        command_name = "sandbox";
        return confine(count - 3, argument + 3);
    }
    make_absolute("CUCC_BUILD");
    make_absolute("TMPDIR");
    bool grading = strcmp(argument[1], "grade") == 0;
    command_name = grading ? "grade" : "check";
    const char *cucc = getenv("CUCC"), *name = grading ? "GRADE_SECONDS" : "CHECK_SECONDS";
    struct rules rules = {.here = argument[2], .seeds = 5, .gpu = !grading, .sandbox = grading};
    rules.seconds = number_of_environment(name, 60);
    rules.cucc = realpath(cucc && *cucc ? cucc : text_of("%s/../cpu_device/cucc", rules.here), NULL);
    if (rules.cucc == NULL)
        die("there is no cucc, the compiler of the CPU device");
    rules.exercises = find_exercises(rules.here);
    if (!grading)
        return check(&rules, count - 3, argument + 3);
    if (count < 5 || count > 6)
        die("usage: grade.sh FOLDER RESULTS [JOBS]");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return grade(&rules, argument[3], argument[4], count == 6 ? number("JOBS", argument[5]) : (int)cores);
}
