// SPDX-License-Identifier: MIT
// follow CUCC PROGRAMS SOURCES [NAME...]: does what reports advise, and looks whether they are gone. Without names: for
// each source of the folder SOURCES whose program in the folder PROGRAMS gets a report with a remedy (docs/reports.md).
// A copy of the source gets that change of one line, is compiled and run, and so on, until no report has a remedy.
// A remedy of more than one line is applied to the source by followed/NAME.patch, in which a person has followed the
// words that followed.txt quotes, and nothing else; without a patch, it is what the fixed version of the program does.
// Then the program is right: in 20 orders of the warps it ends with status 0, and without a report. If it has another
// error, no race and no divergent barrier may be left.
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../run_program.h"

static const int most_steps = 6, orders = 20;
static char work[] = "/tmp/follow.XXXXXX", source[100], program[100], found[100];

static void write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(text, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

// The text of a member of a JSON object, which begins after `from`; without escapes. Null: it is not there.
static char *member(const char *from, const char *name)
{
    char begin[40];
    snprintf(begin, sizeof begin, "\"%s\":\"", name);
    const char *at = strstr(from, begin);
    if (at == NULL)
        return NULL;
    char *text = malloc(strlen(at)), *to = text;
    for (at += strlen(begin); *at != '"'; ++at) {
        unsigned code = 0;
        if (at[0] == '\\' && at[1] == 'u' && sscanf(at + 2, "%4x", &code) == 1)
            at += 5;
        else if (at[0] == '\\')
            ++at;
        *to++ = code != 0 ? (char)code : *at;
    }
    *to = '\0';
    return text;
}

static size_t begin_of_line(const char *text, int line)
{
    size_t at = 0;
    while (--line > 0 && text[at] != '\0')
        at += strcspn(text + at, "\n") + (text[at + strcspn(text + at, "\n")] == '\n');
    return at;
}

// Changes the copy of the source. `remedy`: the JSON object.
static bool apply(const char *remedy)
{
    size_t size, at;
    char *text = read_file(source, &size), *insert = member(remedy, "insert"), *replace = member(remedy, "replace"),
         *with = member(remedy, "with");
    const char *number = strstr(remedy, "\"line\":");
    const int line = number != NULL ? atoi(number + strlen("\"line\":")) : 0;
    char *changed = calloc(1, size + 1000);
    bool done = true;
    if (insert != NULL && line > 0) {
        at = begin_of_line(text, line + 1);
        sprintf(changed, "%.*s%s\n%s", (int)at, text, insert, text + at);
    } else if (replace != NULL && with != NULL && line > 0) {
        at = begin_of_line(text, line);
        const char *old = strstr(text + at, replace);
        done = old != NULL && old < text + begin_of_line(text, line + 1);
        if (done)
            sprintf(changed, "%.*s%s%s", (int)(old - text), text, with, old + strlen(replace));
    } else {
        done = false;
    }
    if (done)
        write_file(source, changed, strlen(changed));
    free(text);
    free(insert);
    free(replace);
    free(with);
    free(changed);
    return done;
}

// What the program at `path` reports, as JSON.
static char *reports_of(const char *path)
{
    unlink(found);
    struct run run = run_program((char *[]){(char *)path, NULL}, 60);
    free_run(&run);
    size_t size;
    return access(found, R_OK) == 0 ? read_file(found, &size) : strdup("");
}

static bool is_silent(const char *reports)
{
    static const char summary[] = "{\"id\":\"summary\"";
    return strncmp(reports, summary, strlen(summary)) == 0;
}

// Runs the changed program in one order after another. Null: it is right in all; or what is wrong.
static const char *wrong_in_some_order(const char *path)
{
    static char what[100];
    what[0] = '\0';
    for (int seed = 1; seed <= orders && what[0] == '\0'; ++seed) {
        char number[12];
        snprintf(number, sizeof number, "%d", seed);
        setenv("CPU_DEVICE_SEED", number, 1);
        unlink(found);
        struct run run = run_program((char *[]){(char *)path, NULL}, 60);
        size_t size;
        char *reports = access(found, R_OK) == 0 ? read_file(found, &size) : strdup("");
        if (run.status != 0)
            snprintf(what, sizeof what, "CPU_DEVICE_SEED=%d: it ends with status %d", seed, run.status);
        else if (!is_silent(reports))
            snprintf(what, sizeof what, "CPU_DEVICE_SEED=%d: %.60s", seed, reports);
        free(reports);
        free_run(&run);
    }
    unsetenv("CPU_DEVICE_SEED");
    return what[0] == '\0' ? NULL : what;
}

static bool compile(const char *cucc, const char *folder, const char *flag)
{
    char headers[1000];
    snprintf(headers, sizeof headers, "-I%s", folder);
    struct run run =
        run_program((char *[]){(char *)cucc, "-w", (char *)flag, headers, "-o", program, source, NULL}, 60);
    const bool compiled = run.status == 0;
    if (!compiled)
        fprintf(stderr, "%s", run.err);
    free_run(&run);
    return compiled;
}

// That of the first report, which is the cause of others, if one is. NULL: it has none of one line.
static const char *first_remedy(const char *reports)
{
    const char *remedy = strstr(reports, "\"remedy\":");
    return remedy != NULL && remedy < reports + strcspn(reports, "\n") ? remedy : NULL;
}

// The words of the advice that the fixed version of a program follows, as followed.txt says. NULL: it says nothing.
static char *advice_followed(const char *sources, const char *name)
{
    char path[1000], line[500];
    snprintf(path, sizeof path, "%s/../report/followed.txt", sources);
    FILE *table = fopen(path, "r");
    char *words = NULL;
    while (table != NULL && words == NULL && fgets(line, sizeof line, table) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL || strncmp(line, name, strlen(name)) != 0 || tab != line + strlen(name))
            continue;
        tab[strcspn(tab, "\n")] = '\0';
        words = strdup(tab + 1);
    }
    if (table != NULL)
        fclose(table);
    return words;
}

// Whether the program at `path` is right now: `reports` is what it reports in its own order.
static const char *wrong_of(const char *path, const char *reports)
{
    static const char *const bad[] = {"\"id\":\"race-", "\"id\":\"divergent-", "\"id\":\"barrier-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (strstr(reports, bad[i]) != NULL)
            return bad[i];
    // else it has another error, for which there is no such remedy
    return is_silent(reports) ? wrong_in_some_order(path) : NULL;
}

// Changes a copy of the source until no report has a remedy of one line. NULL: the program that comes out is right.
static const char *follow_lines(const char *cucc, const char *sources, const char *name, char *reports)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.cu", sources, name);
    size_t size;
    char *text = read_file(path, &size);
    write_file(source, text, size);
    free(text);
    const char *wrong = NULL;
    const char *remedy = first_remedy(reports);
    for (int steps = 0; wrong == NULL && remedy != NULL; ++steps) {
        if (steps == most_steps)
            wrong = "the reports do not end";
        else if (!apply(remedy))
            wrong = "the line to be changed is not there";
        else if (!compile(cucc, sources, "-DADVISED"))
            wrong = "what is advised does not compile";
        else {
            free(reports);
            reports = reports_of(program);
            remedy = first_remedy(reports);
        }
    }
    if (wrong == NULL)
        wrong = wrong_of(program, reports);
    free(reports);
    return wrong;
}

// Makes the program of a patch. False: there is none; or `wrong` gets a text.
static bool make_by_patch(const char *cucc, const char *sources, const char *name, const char **wrong)
{
    char patch[1000], from[1000];
    snprintf(patch, sizeof patch, "%s/../report/followed/%s.patch", sources, name);
    if (access(patch, R_OK) != 0)
        return false;
    snprintf(from, sizeof from, "%s/%s.cu", sources, name);
    struct run run = run_program((char *[]){"patch", "-s", "-o", source, from, patch, NULL}, 60);
    if (run.status != 0)
        *wrong = "its patch does not fit";
    else if (!compile(cucc, sources, "-DFIXED")) // with which it tests its result
        *wrong = "what is advised does not compile";
    free_run(&run);
    return true;
}

// The program that does what the report says in these words.
static const char *follow_words(const char *cucc, const char *programs, const char *sources, const char *name,
                                const char *words, char *reports)
{
    const bool has_words = strstr(reports, words) != NULL;
    free(reports);
    if (!has_words)
        return "its report no longer has the words of followed.txt";
    char path[1000];
    const char *wrong = NULL;
    if (make_by_patch(cucc, sources, name, &wrong))
        snprintf(path, sizeof path, "%s", program);
    else
        snprintf(path, sizeof path, "%s/%s_fixed", programs, name);
    if (wrong != NULL)
        return wrong;
    reports = reports_of(path);
    wrong = is_silent(reports) ? wrong_in_some_order(path) : "it still has a report";
    free(reports);
    return wrong;
}

// 1: the advice ends the reports; 0: there is none; -1: it does not.
static int follow(const char *cucc, const char *programs, const char *sources, const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", programs, name);
    char *reports = reports_of(path), *words = advice_followed(sources, name);
    const bool of_one_line = first_remedy(reports) != NULL;
    const char *wrong = NULL;
    if (of_one_line)
        wrong = follow_lines(cucc, sources, name, reports);
    else if (words != NULL)
        wrong = follow_words(cucc, programs, sources, name, words, reports);
    else
        free(reports);
    if (wrong != NULL)
        fprintf(stderr, "FAILED: %s: %s\n", name, wrong);
    const bool followed = of_one_line || words != NULL;
    free(words);
    return wrong != NULL ? -1 : followed;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: follow CUCC PROGRAMS SOURCES [NAME...]\n");
        return 2;
    }
    if (mkdtemp(work) == NULL) {
        perror(work);
        return 2;
    }
    snprintf(source, sizeof source, "%s/followed.cu", work);
    snprintf(program, sizeof program, "%s/followed", work);
    snprintf(found, sizeof found, "%s/found.json", work);
    setenv("CPU_DEVICE_REPORT", found, 1);
    int outcomes[3] = {0}, wanted = 0; // -1, 0, 1
    for (int i = 4; i < argc; ++i, ++wanted)
        ++outcomes[1 + follow(argv[1], argv[2], argv[3], argv[i])];
    struct dirent **names = NULL;
    const int count = argc > 4 ? 0 : scandir(argv[3], &names, NULL, alphasort);
    for (int i = 0; i < count; ++i) {
        char *end = strrchr(names[i]->d_name, '.'), path[1000];
        if (end != NULL && strcmp(end, ".cu") == 0) {
            *end = '\0';
            snprintf(path, sizeof path, "%s/%s", argv[2], names[i]->d_name);
            if (access(path, X_OK) == 0)
                ++outcomes[1 + follow(argv[1], argv[2], argv[3], names[i]->d_name)];
        }
        free(names[i]);
    }
    free(names);
    for (const char *const *one = (const char *const[]){source, program, found, NULL}; *one != NULL; ++one)
        unlink(*one);
    rmdir(work);
    printf("%d programs get advice that ends their reports, %d advice that does not, %d none\n", outcomes[2],
           outcomes[0], outcomes[1]);
    return outcomes[0] != 0 || outcomes[2] == 0 || (wanted != 0 && outcomes[1] != 0);
}
