// SPDX-License-Identifier: MIT
// The two commands, check and grade. check.sh and grade.sh compile this program and start it as
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

// The number of the inputs: up to 128 bits, as a failed check prints it.
static const char *inputs_of(const char *value)
{
    const size_t length = strlen(value);
    if (length == 0 || length > 32 || strspn(value, "0123456789abcdef") != length)
        die("--inputs is a number, as a failed check prints it, not '%s'", value);
    return value;
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

// In Chinese, the task comes with the first hint: the .cu file may have it in English.
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

// A failed check names the commands that help.
static void say_failed(const struct rules *rules, const struct result *result, const char *file)
{
    printf(_("%s: failed: %s\n"), result->exercise, result->why);
    printf(_("    A hint:                ./run hint %s\n"), result->exercise);
    if (result->runs == 0) // no launch to look at
        return;
    printf(_("    Step by step:          ./run show %s\n"), short_path(show_argument(rules, result->exercise, file)));
    printf(_("    With the same inputs:  ./run check --inputs %s %s\n"), result->inputs, short_path(file));
}

static void say(const struct rules *rules, const struct result *result, const char *file)
{
    if (*result->gpu)
        puts(result->gpu);
    fputs(result->text, stdout);
    if (result->verdict == FAILED)
        return say_failed(rules, result, file);
    printf(_("%s: passed\n"), result->exercise);
    if (keeps_progress(rules)) {
        struct progress p = read_progress(rules);
        say_next(rules, &p, exercise_named(&rules->exercises, result->exercise, strlen(result->exercise)));
    }
}

int judge_and_say(const struct rules *rules, const char *file, bool json)
{
    char *named = realpath(file, NULL);
    if (named == NULL || access(file, R_OK) != 0)
        die("there is no file %s", file);
    struct result result = judge_file(rules, named, named, true);
    record_result(rules, named, &result);
    if (json) {
        fputs(json_line(row_of(&result, NULL, NULL, NULL, 0)), stdout);
    } else if (result.verdict == UNJUDGED) {
        die("%s: %s", file, result.why);
    } else {
        say(rules, &result, file);
    }
    return result.verdict == PASSED ? 0 : 1;
}

// A name is that of a template.
const char *file_named(const struct rules *rules, const char *name)
{
    const char *dot = strrchr(name, '.');
    if (ends_with(name, ".cu")) {
        if (access(name, F_OK) != 0 && exercise_named(&rules->exercises, name, (size_t)(dot - name)) != NULL)
            die("there is no file %s; did you mean %.*s?", name, (int)(dot - name), name);
        return name;
    }
    if (exercise_named(&rules->exercises, name, strlen(name)) == NULL) {
        const struct exercise *meant = exercise_meant(&rules->exercises, name);
        if (meant != NULL)
            die("there is no exercise %s; did you mean %s?", name, meant->name);
        die_with_list(rules, text_of(_("there is no exercise %s; there are:"), name));
    }
    return text_of("%s/%s.cu", rules->here, name);
}

enum task { JUDGE, HINT, LIST, PROGRESS, RESET, SHOW, WATCH };
struct request {
    enum task task;
    bool json;
    int names; // arguments that are no options, at the beginning now
};

// The options set the rules, and say what is asked for. They may stand after the name.
static struct request read_request(struct rules *rules, int count, char **argument)
{
    static const char *const names[] = {[HINT] = "--hint",   [LIST] = "--list", [PROGRESS] = "--progress",
                                        [RESET] = "--reset", [SHOW] = "--show", [WATCH] = "--watch"};
    struct request r = {JUDGE, false, 0};
    bool options = true;
    for (int i = 0; i < count; ++i) {
        char *a = argument[i];
        if (!options || a[0] != '-') {
            argument[r.names++] = a;
            continue;
        }
        size_t option = 1;
        while (option < sizeof names / sizeof *names && strcmp(names[option], a) != 0)
            ++option;
        bool with_number = strcmp(a, "--seeds") == 0 || strcmp(a, "--inputs") == 0;
        if (with_number && i + 1 == count)
            die("%s needs a number", a);
        if (option < sizeof names / sizeof *names)
            r.task = (enum task)option;
        else if (strcmp(a, "--seeds") == 0)
            rules->seeds = number(a, argument[++i]);
        else if (strcmp(a, "--inputs") == 0)
            rules->inputs = inputs_of(argument[++i]);
        else if (strcmp(a, "--json") == 0)
            r.json = true;
        else if (strcmp(a, "--cpu") == 0)
            rules->gpu = false;
        else if (strcmp(a, "--") == 0)
            options = false;
        else
            die("unknown option %s", a);
    }
    const int most = r.task == LIST || r.task == PROGRESS ? 0 : r.task == HINT || r.task == SHOW ? 2 : 1;
    if (r.names > most)
        die("too many arguments: %s", argument[most]);
    return r;
}

static int answer(struct rules *rules, struct request r, int count, char **argument)
{
    if (r.task == LIST)
        return list(rules, stdout), 0;
    if (r.task == PROGRESS)
        return list_progress(rules), 0;
    if (r.task == WATCH)
        return watch(rules, count > 0 ? argument[0] : NULL);
    if (count < (r.task == SHOW ? 2 : 1))
        die_with_list(rules, _("the name of an exercise, or a file, is missing; the exercises are:"));
    if (r.task == SHOW)
        return show_page(rules, argument[0], argument[1]);
    const char *file = file_named(rules, argument[0]);
    if (r.task == JUDGE) {
        if (access(file, R_OK) != 0)
            die("there is no file %s", file);
        find_build(rules);
        return judge_and_say(rules, file, r.json);
    }
    const struct exercise *exercise = exercise_named(&rules->exercises, argument[0], strlen(argument[0]));
    if (exercise == NULL)
        die("%s needs a name", r.task == HINT ? "--hint" : "--reset");
    return r.task == HINT ? give_hint(rules, exercise, count > 1 ? argument[1] : "1") : reset(rules, exercise);
}

static int check(struct rules *rules, int count, char **argument)
{
    end_on_signals();
    struct request r = read_request(rules, count, argument);
    return answer(rules, r, r.names, argument);
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

// judge accepted ROOT FILE: prints what is compiled of it, or why it is refused; status 1.
static int print_accepted(const struct rules *rules, const char *file)
{
    char *box = text_of("/tmp/judge.XXXXXX");
    if (mkdtemp(box) == NULL || access(file, R_OK) != 0)
        die("there is no file %s", file);
    struct accepted all = accept_submission(rules, file, "mine.cu", read_up_to(file, most_source), box, false);
    if (all.refused != NULL)
        puts(all.refused);
    else
        fputs(read_up_to(text_of("%s/mine.cu", box), 8 * most_source).begin, stdout);
    remove_tree(box);
    return all.refused != NULL;
}

static int grade_course(struct rules *rules, int count, char **argument)
{
    for (; count > 0 && strncmp(*argument, "--", 2) == 0; --count, ++argument)
        if (strcmp(*argument, "--anonymous") == 0)
            rules->anonymous = true;
        else if (strcmp(*argument, "--points") == 0 && count > 1)
            set_points(&rules->exercises, (--count, *++argument));
        else
            count = 0;
    if (count < 2 || count > 3)
        die("usage: ./run grade [--points LIST] [--anonymous] FOLDER|FILE.zip RESULTS [JOBS], or ./run grade --inputs "
            "N "
            "FOLDER FILE");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return grade(rules, argument[0], argument[1], count == 3 ? number("JOBS", argument[2]) : (int)cores);
}

int main(int count, char **argument)
{
    if (count < 3)
        return 86; // start.sh asks whether this file is whole
    const char *root = argument[2];
    struct rules rules = {.here = text_of("%s/exercises", root), .grader = text_of("%s/apps/grader", root), .seeds = 5};
    if (count == 4 && strcmp(argument[1], "accepted") == 0)
        return print_accepted(&rules, argument[3]);
    if (strcmp(argument[1], "confine") == 0) {
        command_name = "sandbox";
        return confine(count - 3, argument + 3);
    }
    make_absolute("CUCC_BUILD");
    make_absolute("TMPDIR");
    bool grading = strcmp(argument[1], "grade") == 0;
    command_name = grading ? "grade" : "check";
    const char *cucc = getenv("CUCC"), *name = grading ? "GRADE_SECONDS" : "CHECK_SECONDS";
    rules.gpu = !grading;
    rules.sandbox = grading;
    rules.seconds = number_of_environment(name, 20);
    rules.cucc = realpath(cucc && *cucc ? cucc : text_of("%s/cpu_device/cucc", root), NULL);
    if (rules.cucc == NULL)
        die("there is no cucc, the compiler of the CPU device");
    rules.exercises = find_exercises(rules.here);
    if (!grading)
        return check(&rules, count - 3, argument + 3);
    if (count == 7 && strcmp(argument[3], "--inputs") == 0) {
        rules.inputs = inputs_of(argument[4]);
        return grade_again(&rules, argument[5], argument[6]);
    }
    return grade_course(&rules, count - 3, argument + 3);
}
