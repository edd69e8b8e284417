// SPDX-License-Identifier: MIT
// The runs of a program, and what the device has reported (docs/reports.md).
#include "annotate.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct place place_in(const struct settings *s, const struct json *object)
{
    struct place place = {within(s, string_in(object, "file")), number_in(object, "line")};
    if (place.line == 0)
        place.path = NULL;
    return place;
}

// " at NAME:LINE", where a file that it is made of has that name. `elsewhere`: where memory was made, or what was
// launched.
static struct place place_in_text(const struct judging *j, const char *text, bool elsewhere)
{
    for (const char *at = text; (at = strstr(at, " at ")) != NULL;) {
        const char *word = at;
        while (word > text && word[-1] != ' ' && word[-1] != ',')
            --word;
        size_t length = (size_t)(at - word);
        bool other = (length == 5 && strncmp(word, "freed", 5) == 0) || strncmp(word, "launch", 6) == 0 ||
                     (word >= text + 5 && strncmp(word - 5, "from ", 5) == 0) ||
                     (length == 6 && strncmp(word, "kernel", 6) == 0);
        at += 4;
        for (size_t i = 0; other == elsewhere && i < j->made_of.count; ++i) {
            const char *slash = strrchr(j->made_of.item[i], '/'), *name = slash ? slash + 1 : j->made_of.item[i];
            size_t end = strlen(name);
            if (strncmp(at, name, end) == 0 && at[end] == ':' && isdigit((unsigned char)at[end + 1]))
                return (struct place){j->made_of.item[i], strtol(at + end + 1, NULL, 10)};
        }
    }
    return (struct place){0};
}

// A note is advice that was asked for (CPU_DEVICE_ADVICE).
static bool says_error(const struct json *report)
{
    const char *severity = string_in(report, "severity");
    return strcmp(severity, "warning") != 0 && strcmp(severity, "note") != 0;
}

// The first place is that of the report; a report of another order is new if all are.
static void read_report(struct judging *j, const struct json *report, struct strings *seen_now)
{
    const char *title = string_in(report, "headline");
    struct place place = {0}, other = {0};
    struct strings places = {0};
    char *message = strdup("");
    static const char *const with_places[] = {"accesses", "waiting"};
    for (size_t i = 0; i < sizeof with_places / sizeof *with_places; ++i)
        for (const struct json *one = first_in(report, with_places[i]); one != NULL; one = one->next) {
            struct place access = place_in(j->settings, one);
            place = place.path == NULL ? access : place;
            if (i == 0 && access.path != NULL && (access.line != place.line || strcmp(access.path, place.path) != 0))
                other = access;
            if (access.path != NULL)
                add(&places, text_of("%s:%ld %s", access.path, access.line, title));
        }
    if (place.path == NULL)
        place = place_in(j->settings, report);
    for (int elsewhere = 0; elsewhere < 2; ++elsewhere)
        for (const struct json *line = first_in(report, "text"); line != NULL; line = line->next)
            if (place.path == NULL)
                place = place_in_text(j, line->text, elsewhere != 0);
    for (const struct json *line = first_in(report, "text"); line != NULL; line = line->next)
        message = text_of("%s%s%s", message, *message ? "\n" : "", line->text);
    add(&places, text_of("%s:%ld %s", place.path ? place.path : "", place.line, title));
    bool known = false;
    for (size_t i = 0; i < places.count; ++i) {
        known |= contains(&j->seen, places.item[i]);
        add(seen_now, places.item[i]);
    }
    struct finding *found = NULL;
    if (!known)
        found =
            find(j, says_error(report), place.path ? place.path : j->file, place.path ? place.line : 0, title, message);
    if (found != NULL) {
        found->other = other.path;
        found->other_line = other.line;
    }
}

// The text of a file of reports, for cucc-reports.
static void keep_reports(const struct settings *s, const char *text)
{
    static unsigned count;
    char *name = text_of("%s/%05u.json", s->reports, count++);
    FILE *file = fopen(name, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        die("can't write to %s: %s", s->reports, strerror(errno));
    free(name);
}

bool read_reports(struct judging *j, int file)
{
    struct strings seen_now = {0};
    bool error = false;
    char *text = read_end(file, 8 << 20);
    if (j->settings->reports != NULL)
        keep_reports(j->settings, text);
    const struct report_list reports = reports_in(text);
    for (size_t i = 0; i < reports.count; ++i) {
        read_report(j, reports.item[i], &seen_now);
        error |= says_error(reports.item[i]);
    }
    free(text);
    for (size_t i = 0; i < seen_now.count; ++i)
        add(&j->seen, seen_now.item[i]);
    return error;
}

// --- the runs ---

bool judge_outcome(struct judging *j, struct outcome outcome, int seed, bool reported, const char *err)
{
    const int status = outcome.status;
    const char *title = NULL, *message = text_of("With CPU_DEVICE_SEED=%d.", seed);
    if (status == 0)
        return true;
    if (outcome.late) {
        title = "takes too long";
        message = text_of("With CPU_DEVICE_SEED=%d it had not ended after %d seconds.", seed, j->settings->seconds);
    } else if (status == 128 + SIGKILL) {
        title = "was killed";
        message = text_of("With CPU_DEVICE_SEED=%d; it may have taken all memory.", seed);
    } else if (status == 128 + SIGXFSZ) {
        title = "writes too much";
        message = "It writes more than 64 MiB.";
    } else if (!reported) {
        const char *name = status > 128 ? sigabbrev_np(status - 128) : NULL;
        char *said = without_end(last_lines(err, 5));
        title = name != NULL ? text_of("ends with signal %s", name) : text_of("ends with status %d", status);
        message = text_of("With CPU_DEVICE_SEED=%d.%s%s", seed, *said ? "\n" : "", said);
    }
    if (title != NULL)
        find(j, true, j->file, 0, title, message);
    return title == NULL;
}

void run_all(struct judging *j)
{
    const struct settings *s = j->settings;
    char *before = NULL;
    struct strings command = {0};
    add(&command, program_of(j));
    for (size_t i = 0; i < s->arguments.count; ++i)
        add(&command, s->arguments.item[i]);
    for (int seed = 0, goes_on = true; goes_on && seed < s->seeds; ++seed) {
        int out = new_file(s), err = new_file(s), reports = new_file(s);
        setenv("CPU_DEVICE_SEED", text_of("%d", seed), 1);
        setenv("CPU_DEVICE_REPORT", text_of("/proc/self/fd/%d", reports), 1);
        struct outcome outcome = run(s, &command, s->seconds, out, err, true, reports);
        char *out_text = read_end(out, most_shown), *err_text = read_end(err, most_shown);
        char *now = text_of("%s%s", out_text, err_text);
        if (before == NULL || strcmp(before, now) != 0) {
            printf("CPU_DEVICE_SEED=%d: exit status %d\n", seed, outcome.status);
            show(out_text);
            show(err_text);
        }
        before = now;
        bool reported = read_reports(j, reports);
        goes_on = judge_outcome(j, outcome, seed, reported, err_text);
        close(out);
        close(err);
        close(reports);
    }
    unsetenv("CPU_DEVICE_REPORT");
}
