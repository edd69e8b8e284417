// SPDX-License-Identifier: MIT
// What a program has written with CPU_DEVICE_REPORT (docs/reports.md): an object of JSON a line, of which the last is
// the summary.
#include "runs.h"

#include <string.h>

struct report_list reports_in(const char *text)
{
    struct report_list reports = {0};
    for (const char *line = text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        struct json *report = read_json(line, length);
        const char *id = string_in(report, "id");
        reports.complete = strcmp(id, "summary") == 0;
        if (*id != '\0' && !reports.complete) {
            reports.item = grow(reports.item, (reports.count + 1) * sizeof *reports.item);
            reports.item[reports.count++] = report;
        }
        line += length + (line[length] == '\n');
    }
    return reports;
}
