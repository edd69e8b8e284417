// SPDX-License-Identifier: MIT
// expect: runs a program and compares what it does with what is written down.
//
//   expect [--timeout SECONDS] --golden FILE [--stderr any] -- COMMAND...
//       The exit status is 0, the standard output is FILE's content to the byte, the standard error is empty.
//
//   expect [--timeout SECONDS] --source FILE.cu --device WORD -- COMMAND...
//       The source itself says what must happen, in comments that begin with the word (CPU or GPU, say):
//           // CPU exits 1               the exit status; 0 if there is no such line
//           // CPU finds ID: reads {a}, writes {b}
//                                        the CPU device reports that (docs/reports.md has the ids), with such accesses;
//                                        "writes atomically {b}", or "at {a}" for any place of a report; the colon and
//                                        what follows are optional. Several, in this order
//           // CPU says TEXT             TEXT stands on standard error, after the last report's first line; several,
//                                        in this order
//           // CPU prints TEXT           the same for standard output
//           // CPU reports 3             so many errors, warnings and notes in all, each a "========= Error: ",
//                                        "========= Warning: " or "========= Note: " on standard error; if there is no
//                                        such line, as many as are found, and as the lines that say "Error: " or
//                                        "Warning: "
//           // CPU reports 2 to 3: WHY   the same where the schedule decides, with the reason
//       {name} is the number of the line that ends in the comment // {name}. Where there is no line with "finds" or
//       "says", standard error must be empty, but for what a run leaves open.
//
// Exit status: 0 as expected; 1 not; 2 bad usage; 77 the program found no CUDA device (its own status 77).
#include <ctype.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_program.h"

static void usage(void)
{
    fprintf(stderr,
            "usage: expect [--timeout S] (--golden FILE [--stderr any] | --source FILE --device WORD) -- COMMAND...\n");
    exit(2);
}

// Standard error is empty, but for the line that says what a run without a report leaves open, and those about a launch
// that takes long, as it may on a busy machine.
static bool is_silent(const struct run *run)
{
    static const char open[] = "========= Nothing found in one order of the warps. But ",
                      undefined[] = "a GPU gives, and C++ promises nothing.", kernel[] = "CPU device: kernel ";
    for (const char *line = run->err; run->err_size > 0 && *line != '\0';) {
        const char *end = strchr(line, '\n'), *running = strstr(line, " has been running for "),
                   *value = strstr(line, undefined);
        const bool is_long =
            strncmp(line, kernel, strlen(kernel)) == 0 && running != NULL && end != NULL && running < end;
        const bool is_open = strncmp(line, open, strlen(open)) == 0 || (value != NULL && end != NULL && value < end);
        if (end == NULL || !(is_long || is_open))
            return false;
        line = end + 1;
    }
    return true;
}

static void compare_with_golden(const struct run *run, const char *path, bool may_speak)
{
    require_status(run, 0);
    size_t size;
    char *golden = read_file(path, &size);
    size_t line = 1, at = 0;
    while (at < size && at < run->out_size && golden[at] == run->out[at])
        line += golden[at++] == '\n';
    if (at < size || at < run->out_size) {
        size_t begin = at;
        while (begin > 0 && golden[begin - 1] != '\n')
            --begin;
        fail(run, "line %zu differs from %s:\n  expected: %.*s\n  printed:  %.*s", line, path,
             (int)strcspn(golden + begin, "\n"), golden + begin, (int)strcspn(run->out + begin, "\n"),
             run->out + begin);
    }
    if (!may_speak && !is_silent(run))
        fail(run, "it has something to say on standard error");
    free(golden);
}

// Puts line numbers for the {names} of one line of text.
static void expand(const char *source, const char *text, size_t length, char *result, size_t capacity)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 24 < capacity; ++i) {
        const char *close = text[i] == '{' ? memchr(text + i, '}', length - i) : NULL;
        int line = close ? line_of(source, text + i + 1, (size_t)(close - text - i - 1)) : 0;
        if (line > 0) {
            used += (size_t)sprintf(result + used, "%d", line);
            i = (size_t)(close - text);
        } else {
            result[used++] = text[i];
        }
    }
    result[used] = '\0';
}

// The number of errors, warnings and notes of the CPU device.
static int count_reports(const char *err)
{
    int count = 0;
    for (const char *found = err; (found = strstr(found, "========= ")) != NULL;) {
        found += strlen("========= ");
        count += strncmp(found, "Error: ", 7) == 0 || strncmp(found, "Warning: ", 9) == 0 ||
                 strncmp(found, "Note: ", 6) == 0;
    }
    return count;
}

// "3" or "2 to 3: WHY".
static bool read_range(const char *text, size_t length, int *least, int *most)
{
    char line[1000], why[2];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    int end = 0;
    if (sscanf(line, "%d%n", least, &end) == 1 && line[end] == '\0') {
        *most = *least;
        return *least >= 0;
    }
    return sscanf(line, "%d to %d: %1s", least, most, why) == 3 && 0 <= *least && *least < *most;
}

// Comments for expect that a formatter has put after one another stand for nothing.
static void refuse_joined(const char *path, const char *source)
{
    regex_t joined;
    regmatch_t found;
    if (regcomp(&joined, "^//.*[^/] (CPU|GPU|all|[a-z]+check) (exits|finds|says|prints|reports) .*$",
                REG_EXTENDED | REG_NEWLINE) != 0)
        abort();
    if (regexec(&joined, source, 1, &found, 0) == 0) {
        fprintf(stderr, "expect: %s: two comments in one line: %.*s\n", path, (int)(found.rm_eo - found.rm_so),
                source + found.rm_so);
        exit(2);
    }
    regfree(&joined);
}

// Whether the report, a line of JSON, has what "reads 12", "writes atomically 12" or "at 12" says.
static bool has_item(const char *report, size_t length, const char *item)
{
    char verb[20], how[20] = "", line[40];
    int number;
    if (sscanf(item, "%19[a-z] %19[a-z] %d", verb, how, &number) != 3) {
        how[0] = '\0';
        if (sscanf(item, "%19[a-z] %d", verb, &number) != 2)
            return false;
    }
    snprintf(line, sizeof line, "\"line\":%d", number);
    if (strcmp(verb, "at") == 0) { // the report's own place, or that of an access
        for (const char *at = strstr(report, line); at != NULL && at < report + length; at = strstr(at + 1, line))
            if (strchr(",}", at[strlen(line)]) != NULL)
                return how[0] == '\0';
        return false;
    }
    const char *end = report + length;
    const char *access = strcmp(verb, "reads") == 0 ? "\"access\":\"read\"" : "\"access\":\"write\"";
    for (const char *at = strstr(report, access); at != NULL && at < end; at = strstr(at + 1, access)) {
        const char *close = strchr(at, '}'), *atomic = strstr(at, "\"atomic\":true"), *found = strstr(at, "\"line\":");
        bool is_atomic = atomic != NULL && atomic < close, // of the lines after its own, functions were called
            is_there = found != NULL && found < close && atoi(found + strlen("\"line\":")) == number;
        if (is_there && is_atomic == (strcmp(how, "atomically") == 0))
            return true;
    }
    return false;
}

// "race-shared: reads 3, writes 5", in the reports from `*json` on, one a line; goes after it there, and in `*err`
// after its headline.
static void require_report(const struct run *run, const char *text, const char **json, const char **err)
{
    char id[80], begin[100];
    size_t id_length = strcspn(text, ":");
    snprintf(id, sizeof id, "%.*s", (int)id_length, text);
    snprintf(begin, sizeof begin, "{\"id\":\"%s\",", id);
    for (const char *report = *json, *next; *report != '\0'; report = next) {
        size_t length = strcspn(report, "\n");
        next = report + length + (report[length] == '\n');
        bool all = strncmp(report, begin, strlen(begin)) == 0;
        for (const char *item = text + id_length; all && *item != '\0'; item += strcspn(item, ",")) {
            item += strspn(item, ":, ");
            all = has_item(report, length, item);
        }
        if (!all)
            continue;
        const char *headline = strstr(report, "\"headline\":\"") + strlen("\"headline\":\"");
        char words[200];
        snprintf(words, sizeof words, "%.*s", (int)strcspn(headline, "\"\\"), headline);
        const char *said = strstr(*err, words);
        if (said == NULL)
            fail(run, "it does not say, or not in this order: %s", words);
        *err = said + strlen(words);
        *json = next;
        return;
    }
    fail(run, "it does not report, or not in this order: %s; it reports\n%s", text, *json);
}

// `reports`: what the CPU device has written to the file of CPU_DEVICE_REPORT.
static void compare_with_source(const struct run *run, const char *path, const char *device, const char *reports)
{
    size_t size;
    char *source = read_file(path, &size);
    refuse_joined(path, source);
    int status = 0;
    int named = 0, least = -1, most = -1; // reports
    bool may_speak = false;
    const char *err = run->err, *out = run->out;
    char begin[40];
    snprintf(begin, sizeof begin, "// %s ", device);
    for (const char *line = source, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (strncmp(line, begin, strlen(begin)) != 0)
            continue;
        const char *word = line + strlen(begin);
        size_t length = strcspn(line, "\n") - strlen(begin);
        if (strncmp(word, "exits ", 6) == 0) {
            status = atoi(word + 6);
            continue;
        }
        if (strncmp(word, "reports ", 8) == 0 && least < 0 && read_range(word + 8, length - 8, &least, &most))
            continue;
        bool says = strncmp(word, "says ", 5) == 0, prints = strncmp(word, "prints ", 7) == 0;
        bool finds = strncmp(word, "finds ", 6) == 0;
        if (!says && !prints && !finds) {
            fprintf(stderr, "expect: %s: cannot read this: %.*s\n", path, (int)length, word);
            exit(2);
        }
        may_speak |= says || finds;
        named += finds || strncmp(word, "says Error: ", 12) == 0 || strncmp(word, "says Warning: ", 14) == 0;
        char text[1000];
        size_t skip = says ? 5 : finds ? 6 : 7;
        expand(source, word + skip, length - skip, text, sizeof text);
        if (finds) {
            require_report(run, text, &reports, &err);
            continue;
        }
        const char **where = says ? &err : &out;
        const char *found = strstr(*where, text);
        if (found == NULL)
            fail(run, "it does not say, or not in this order: %s", text);
        *where = found + strlen(text);
    }
    require_status(run, status);
    if (!may_speak && !is_silent(run))
        fail(run, "it has something to say on standard error");
    if (least < 0)
        least = most = named;
    int count = count_reports(run->err);
    if (count < least || count > most)
        fail(run,
             least == most ? "it reports %d errors, warnings and notes, not %d"
                           : "it reports %d errors, warnings and notes, not %d to %d",
             count, least, most);
    free(source);
}

int main(int argc, char **argv)
{
    const char *golden = NULL, *source = NULL, *device = NULL;
    double seconds = 60;
    bool may_speak = false;
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i += 2) {
        if (i + 1 >= argc)
            usage();
        if (strcmp(argv[i], "--golden") == 0)
            golden = argv[i + 1];
        else if (strcmp(argv[i], "--source") == 0)
            source = argv[i + 1];
        else if (strcmp(argv[i], "--device") == 0)
            device = argv[i + 1];
        else if (strcmp(argv[i], "--stderr") == 0 && strcmp(argv[i + 1], "any") == 0)
            may_speak = true;
        else if (strcmp(argv[i], "--timeout") == 0)
            seconds = atof(argv[i + 1]);
        else
            usage();
    }
    if (i + 1 >= argc || (golden == NULL) == (source == NULL) || (source == NULL) != (device == NULL))
        usage();

    // On a busy machine launches take long, of which a program is told that not all are checked.
    setenv("CPU_DEVICE_LAUNCHES", "all", 0);
    char file[] = "/tmp/expect.XXXXXX";
    int reports = mkstemp(file);
    if (reports < 0) {
        perror(file);
        return 2;
    }
    close(reports);
    setenv("CPU_DEVICE_REPORT", file, 1);
    struct run run = run_program(&argv[i + 1], seconds);
    size_t size;
    char *found = read_file(file, &size);
    unlink(file);
    skip_without_device(&run);
    if (golden != NULL)
        compare_with_golden(&run, golden, may_speak);
    else
        compare_with_source(&run, source, device, found);
    free(found);
    free_run(&run);
    return 0;
}
