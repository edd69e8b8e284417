// SPDX-License-Identifier: MIT
// What the CUDA device on the CPU has found in a run, from its reports as data (docs/reports.md).
#include "judging.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_reports = 4 << 20 }; // bytes

struct reading {
    unsigned count;
    char *first;  // what the first report is called
    char *others; // what the others are, each kind once
    char *text;
    size_t length;
    FILE *stream;
    bool note; // the first
};

static void open_text(struct reading *r)
{
    r->stream = open_memstream(&r->text, &r->length);
    if (r->stream == NULL)
        abort();
}

static struct reports close_text(struct reading *r, bool complete)
{
    if (r->count > 1)
        fprintf(r->stream, r->count == 2 ? _("(%u more report: %s)\n") : _("(%u more reports: %s)\n"), r->count - 1,
                r->others);
    fclose(r->stream);
    struct reports reports = {r->first, readable(r->text, r->length, false), complete, r->note};
    free(r->text);
    return reports;
}

// A headline up to its colon, which in Chinese is another character.
static char *name_in(const char *headline)
{
    size_t length = strcspn(headline, ":\n");
    const char *colon = strstr(headline, "：");
    if (colon != NULL && (size_t)(colon - headline) < length)
        length = (size_t)(colon - headline);
    return readable(headline, length, true);
}

// Counts the reports, and keeps the name of each.
static void count_report(struct reading *r, const char *headline)
{
    char *name = name_in(headline);
    if (++r->count == 1)
        r->first = name;
    else if (r->others == NULL)
        r->others = name;
    else if (strstr(r->others, name) == NULL && strlen(r->others) < 200)
        r->others = text_of("%s; %s", r->others, name);
}

// How the first line of a report begins on standard error, in the two languages of the device.
static const struct beginning {
    const char *severity, *text;
} beginnings[] = {{"error", "========= Error: "},  {"error", "========= 错误："}, {"warning", "========= Warning: "},
                  {"warning", "========= 警告："}, {"note", "========= Note: "},  {"note", "========= 提示："},
                  {"limit", "========= Limit: "},  {"limit", "========= 限制："}};

#if __has_include(<cjson/cJSON.h>)
#include <cjson/cJSON.h>

static const char *string_in(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text != NULL ? text : "";
}

static void read_report(struct reading *r, const cJSON *report)
{
    const char *headline = string_in(report, "headline"), *severity = string_in(report, "severity");
    const cJSON *line;
    count_report(r, headline);
    if (r->count > 1)
        return;
    r->note = strcmp(severity, "note") == 0;
    const struct beginning *begin = beginnings;
    while (begin < beginnings + 6 && strcmp(begin->severity, severity) != 0)
        begin += 2;
    for (const char *c = headline; *c != '\0'; ++c)
        if ((*c & 0x80) != 0) { // Chinese
            ++begin;
            break;
        }
    fprintf(r->stream, "%s%s\n", begin->text, headline);
    cJSON_ArrayForEach(line, cJSON_GetObjectItem(report, "text"))
        fprintf(r->stream, "=========     %s\n", cJSON_GetStringValue(line));
}

struct reports read_reports(int file, const char *err)
{
    (void)err;
    struct text text = {calloc(most_reports + 1, 1), 0};
    struct reading r = {0};
    bool complete = false;
    if (text.begin == NULL)
        abort();
    for (ssize_t n; (n = pread(file, text.begin + text.length, most_reports - text.length, (off_t)text.length)) > 0;)
        text.length += (size_t)n;
    open_text(&r);
    for (char *line = text.begin; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        cJSON *object = cJSON_ParseWithLength(line, length);
        const char *id = string_in(object, "id");
        complete = strcmp(id, "summary") == 0; // the last line
        if (*id != '\0' && !complete)
            read_report(&r, object);
        cJSON_Delete(object);
        line += length + (line[length] == '\n');
    }
    free(text.begin);
    return close_text(&r, complete);
}

#else // for ./run check alone

static const char summary[] = "========= SUMMARY", summary_in_chinese[] = "========= 总结";

struct reports read_reports(int file, const char *err)
{
    (void)file;
    struct text text = read_up_to(err, most_reports);
    struct reading r = {0};
    open_text(&r);
    for (const char *line = text.begin, *end; *line != '\0'; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        for (size_t i = 0; i < 6; ++i) // errors, warnings and notes
            if (strncmp(line, beginnings[i].text, strlen(beginnings[i].text)) == 0) {
                count_report(&r, line + strlen(beginnings[i].text));
                r.note = r.count == 1 ? strcmp(beginnings[i].severity, "note") == 0 : r.note;
            }
        if (r.count == 1 && strncmp(line, "=========", 9) == 0 && strncmp(line, summary, strlen(summary)) != 0 &&
            strncmp(line, summary_in_chinese, strlen(summary_in_chinese)) != 0)
            fprintf(r.stream, "%.*s\n", (int)(end - line), line);
    }
    free(text.begin);
    return close_text(&r, true);
}
#endif
