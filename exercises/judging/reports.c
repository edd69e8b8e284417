// SPDX-License-Identifier: MIT
// What the CUDA device on the CPU has found in a run, from its reports as data (docs/reports.md).
#include "judging.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_reports = 4 << 20 }; // bytes

struct reading {
    unsigned count;
    char *first; // what the first report is called
    char *text;
    size_t length;
    FILE *stream;
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
        fprintf(r->stream, "(%u more reports)\n", r->count - 1);
    fclose(r->stream);
    struct reports reports = {r->first, readable(r->text, r->length, false), complete};
    free(r->text);
    return reports;
}

static char *name_in(const char *headline)
{
    return readable(headline, strcspn(headline, ":\n"), true);
}

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
    if (++r->count > 1)
        return;
    r->first = name_in(headline);
    fprintf(r->stream, "========= %c%s: %s\n", *severity - 'a' + 'A', severity + 1, headline);
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

struct reports read_reports(int file, const char *err)
{
    (void)file;
    struct text text = read_up_to(err, most_reports);
    struct reading r = {0};
    open_text(&r);
    for (const char *line = text.begin, *end; *line != '\0'; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        bool error = strncmp(line, "========= Error: ", 17) == 0,
             warning = strncmp(line, "========= Warning: ", 19) == 0, note = strncmp(line, "========= Note: ", 16) == 0;
        if ((error || warning || note) && ++r.count == 1)
            r.first = name_in(line + (error ? 17 : warning ? 19 : 16));
        if (r.count == 1 && strncmp(line, "=========", 9) == 0 && strncmp(line, "========= SUMMARY", 17) != 0)
            fprintf(r.stream, "%.*s\n", (int)(end - line), line);
    }
    free(text.begin);
    return close_text(&r, true);
}
#endif
