// SPDX-License-Identifier: MIT
// junit.xml: a suite for each student, a case for each submission, as systems for continuous integration read them.
#include "grading.h"

#include <string.h>

static bool is_unjudged(const struct json *row)
{
    return strcmp(string_in(row, "verdict"), "not judged") == 0;
}

static void write_case(FILE *file, const struct json *row)
{
    const char *kind = is_unjudged(row) ? "error" : "failure";
    fputs("<testcase classname=\"", file);
    write_html(file, string_in(row, "student"));
    fputs("\" name=\"", file);
    write_html(file, string_in(row, "file"));
    fprintf(file, "\" time=\"%ld\">", number_in(row, "seconds"));
    if (!is_true(row, "passed")) {
        fprintf(file, "<%s message=\"", kind);
        write_html(file, string_in(row, "why"));
        fputs("\">", file);
        write_html(file, string_in(row, "text"));
        fprintf(file, "</%s>", kind);
    }
    fputs("</testcase>\n", file);
}

void write_junit(FILE *file, const struct course *course)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
    for (size_t first = 0, last; first < course->count; first = last) {
        unsigned passed, unjudged = 0;
        last = last_of_student(course, first);
        passed = count_true(course, first, last, "passed");
        for (size_t i = first; i < last; ++i)
            unjudged += is_unjudged(course->item[i].row);
        fputs("<testsuite name=\"", file);
        write_html(file, course->item[first].student);
        fprintf(file, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%u\">\n", last - first,
                last - first - passed - unjudged, unjudged);
        for (size_t i = first; i < last; ++i)
            write_case(file, course->item[i].row);
        fputs("</testsuite>\n", file);
    }
    fputs("</testsuites>\n", file);
}
