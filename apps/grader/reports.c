// SPDX-License-Identifier: MIT
// What the CUDA device on the CPU has found in a run, from its reports as data (docs/reports.md).
#include "judging.h"

#include <stdlib.h>
#include <string.h>

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

static void read_report(struct reading *r, const struct json *report)
{
    const char *headline = string_in(report, "headline"), *severity = string_in(report, "severity");
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
    for (const struct json *line = first_in(report, "text"); line != NULL; line = line->next)
        fprintf(r->stream, "=========     %s\n", line->text);
}

struct reports read_reports(const char *text)
{
    const struct report_list reports = reports_in(text);
    struct reading r = {0};
    open_text(&r);
    for (size_t i = 0; i < reports.count; ++i)
        read_report(&r, reports.item[i]);
    return close_text(&r, reports.complete);
}
