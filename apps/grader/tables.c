// SPDX-License-Identifier: MIT
// What a grading writes in the end: the tables, and the page.
#include "judging.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"

// A cell that a spreadsheet would compute becomes text.
void write_cell(FILE *file, const char *text, char after)
{
    fprintf(file, "\"%s", *text != '\0' && strchr("=+-@\t\r", *text) ? "'" : "");
    for (const char *c = text; *c != '\0'; ++c)
        fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
    fprintf(file, "\"%c", after);
}

static void write_csv(FILE *file, const struct course *course)
{
    fputs(BYTE_ORDER_MARK "student,file,exercise,passed,why,look,runs,seconds,inputs\n", file);
    for (size_t i = 0; i < course->count; ++i) {
        const struct json *row = course->item[i].row;
        write_cell(file, string_in(row, "student"), ',');
        write_cell(file, string_in(row, "file"), ',');
        write_cell(file, string_in(row, "exercise"), ',');
        fprintf(file, "%s,", is_true(row, "passed") ? "true" : "false");
        write_cell(file, string_in(row, "why"), ',');
        fprintf(file, "%s,%ld,%ld,%s\n", is_true(row, "look") ? "true" : "false", number_in(row, "runs"),
                number_in(row, "seconds"), string_in(row, "inputs"));
    }
}

static void write_json(FILE *file, const struct course *course)
{
    for (size_t i = 0; i < course->count; ++i) {
        leave_out_member(course->item[i].row, "stamp");
        fputs(json_line(course->item[i].row), file);
    }
}

void write_html(FILE *file, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c)
        switch (*c) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\'': fputs("&#39;", file); break;
        default: fputc(*c, file);
        }
}

// A student's submission for an exercise that has passed, or else the first one.
static const struct json *best(const struct course *course, size_t first, size_t last, const char *exercise)
{
    const struct json *found = NULL;
    for (size_t i = first; i < last; ++i) {
        const struct json *row = course->item[i].row;
        if (strcmp(string_in(row, "exercise"), exercise) == 0 &&
            (found == NULL || (is_true(row, "passed") && !is_true(found, "passed"))))
            found = row;
    }
    return found;
}

// To the report, where there is one.
static void write_link(FILE *file, const struct json *row, const char *text)
{
    const bool linked = *string_in(row, "report") != '\0';
    if (linked) {
        fprintf(file, "<a href=\"reports/%s\" title=\"", string_in(row, "report"));
        write_html(file, string_in(row, "file"));
        fputs("\">", file);
    }
    write_html(file, text);
    fputs(linked ? "</a>" : "", file);
}

static void write_page_cell(FILE *file, const struct json *row)
{
    if (row == NULL) {
        fputs("<td class=none>–</td>", file);
        return;
    }
    bool passed = is_true(row, "passed");
    fprintf(file, "<td class=\"%s%s\">", passed ? "passed" : "failed", is_true(row, "look") ? " look" : "");
    write_link(file, row, passed ? _("passed") : string_in(row, "why"));
    fputs("</td>", file);
}

size_t last_of_student(const struct course *course, size_t first)
{
    size_t last = first;
    while (last < course->count && strcmp(course->item[last].student, course->item[first].student) == 0)
        ++last;
    return last;
}

unsigned count_true(const struct course *course, size_t first, size_t last, const char *name)
{
    unsigned count = 0;
    for (size_t i = first; i < last; ++i)
        count += is_true(course->item[i].row, name);
    return count;
}

static void write_looks(FILE *file, const struct course *course)
{
    if (count_true(course, 0, course->count, "look") == 0)
        return;
    fprintf(file, "<h2>%s</h2><ul>", _("These deserve a look"));
    for (size_t i = 0; i < course->count; ++i) {
        const struct json *row = course->item[i].row;
        if (!is_true(row, "look"))
            continue;
        fputs("<li>", file);
        write_link(file, row, string_in(row, "file"));
        fputs(in_chinese() ? "：" : ": ", file);
        write_html(file, string_in(row, "why"));
        fputs("</li>\n", file);
    }
    fputs("</ul>", file);
}

// The path as a shell takes it, whatever bytes it has.
static char *shell_word(const char *path)
{
    bool plain = true;
    char *word = strdup("");
    for (const char *c = path; *c != '\0'; ++c)
        plain &= (unsigned char)*c >= ' ' && *c != 0x7f;
    plain &= strcmp(readable(path, strlen(path), true), path) == 0;
    for (const char *c = path; *c != '\0'; ++c)
        word = plain && *c == '\''                   ? text_of("%s'\\''", word)
               : plain || isalnum((unsigned char)*c) ? text_of("%s%c", word, *c)
                                                     : text_of("%s\\%03o", word, (unsigned char)*c);
    return plain ? text_of("'%s'", word) : text_of("\"$(printf '%s')\"", word);
}

// The command that judges each again, with the same inputs and orders of the warps.
static void write_commands(FILE *file, const struct course *course)
{
    fprintf(file, "<details><summary>%s</summary><ul>", _("The command that judges each submission again"));
    for (size_t i = 0; i < course->count; ++i) {
        const struct submission *s = &course->item[i];
        const char *inputs = string_in(s->row, "inputs");
        if (*inputs == '\0')
            continue;
        fputs("<li>", file);
        write_html(file, s->file);
        fprintf(file, "<br><code>./run grade --inputs %s ", inputs);
        write_html(file, text_of("%s %s", shell_word(course->folder), shell_word(s->path)));
        fputs("</code></li>\n", file);
    }
    fputs("</ul></details>\n", file);
}

static void write_page(FILE *file, const struct course *course, const struct exercises *exercises)
{
    fprintf(file, "<!doctype html><html lang=%s><meta charset=utf-8><title>%s</title>\n", in_chinese() ? "zh-CN" : "en",
            _("Grades"));
    fputs("<meta name=viewport content=\"width=device-width\">\n<style>:root{color-scheme:light "
          "dark}body{font:16px/1.4 system-ui,sans-serif;margin:"
          "1.5rem}table{border-collapse:collapse}th,td{border:1px solid #8888;padding:.3rem .6rem;text-align:left;"
          "vertical-align:top}td a{color:inherit}.passed{background:#2a92}.failed{background:#d332}.none{color:#888}"
          ".look{outline:3px solid #e80}div{overflow-x:auto}</style>\n",
          file);
    fprintf(file, "<h1>%s</h1><p>", _("Grades"));
    fprintf(file, _("%zu submissions, %u passed. A cell leads to what the judge said."), course->count,
            count_true(course, 0, course->count, "passed"));
    fprintf(file, "</p>\n<div><table><thead><tr><th scope=col>%s</th><th scope=col>%s</th>", _("student"), _("passed"));
    for (size_t e = 0; e <= exercises->count; ++e) {
        const char *name = e < exercises->count ? exercises->item[e].name : "";
        if (best(course, 0, course->count, name) != NULL)
            fprintf(file, "<th scope=col>%s</th>", *name ? name : _("not judged"));
    }
    fputs("</tr></thead><tbody>\n", file);
    for (size_t first = 0, last; first < course->count; first = last) {
        last = last_of_student(course, first);
        fputs("<tr><th scope=row>", file);
        write_html(file, course->item[first].student);
        fprintf(file, "</th><td>%u</td>", count_true(course, first, last, "passed"));
        for (size_t e = 0; e <= exercises->count; ++e) {
            const char *name = e < exercises->count ? exercises->item[e].name : "";
            if (best(course, 0, course->count, name) != NULL)
                write_page_cell(file, best(course, first, last, name));
        }
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    write_looks(file, course);
    if (!course->anonymous)
        write_commands(file, course);
    fputs("</html>\n", file);
}

// The earlier file stays until the new one is whole.
static bool write_result(const struct course *course, const struct exercises *exercises, const char *name)
{
    const char *path = text_of("%s/%s", course->results, name), *made = text_of("%s.new", path);
    FILE *file = fopen(made, "w");
    if (file == NULL)
        return false;
    if (strcmp(name, "grades.csv") == 0)
        write_csv(file, course);
    else if (strcmp(name, "points.csv") == 0)
        write_points(file, course, exercises);
    else if (strcmp(name, "canvas.csv") == 0)
        write_canvas(file, course, exercises);
    else if (strcmp(name, "moodle.csv") == 0)
        write_moodle(file, course, exercises);
    else if (strcmp(name, "grades.json") == 0)
        write_json(file, course);
    else if (strcmp(name, "junit.xml") == 0)
        write_junit(file, course);
    else
        write_page(file, course, exercises);
    bool written = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    written = fclose(file) == 0 && written && rename(made, path) == 0;
    if (!written)
        unlink(made);
    return written;
}

bool write_results(const struct course *course, const struct exercises *exercises)
{
    static const char *const always[] = {"grades.csv", "points.csv", "grades.json", "junit.xml", "index.html"};
    bool written = true;
    for (size_t i = 0; i < sizeof always / sizeof *always; ++i)
        written = write_result(course, exercises, always[i]) && written;
    if (has_people_from(course, OF_CANVAS))
        written = write_result(course, exercises, "canvas.csv") && written;
    if (has_people_from(course, OF_MOODLE))
        written = write_result(course, exercises, "moodle.csv") && written;
    return written;
}
