// SPDX-License-Identifier: MIT
#include "annotate.h"

#include <stdlib.h>
#include <string.h>

bool any_error(const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i)
        if (j->finding[i].is_error)
            return true;
    return false;
}

struct finding *find(struct judging *j, bool is_error, const char *path, long line, const char *title,
                     const char *message)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        if (f->line == line && strcmp(f->path, path) == 0 && strcmp(f->title, title) == 0 &&
            strcmp(f->message, message) == 0)
            return NULL;
    }
    j->finding = realloc(j->finding, (j->count + 1) * sizeof *j->finding);
    if (j->finding == NULL)
        abort();
    j->finding[j->count] = (struct finding){is_error, strdup(path), strdup(title), strdup(message), line, NULL, 0};
    return &j->finding[j->count++];
}

// A path as the repository has it, or null if it is elsewhere.
char *within(const struct settings *s, const char *path)
{
    size_t length = strlen(s->folder), depth = 0;
    if (strncmp(path, s->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    if (*path == '/' || *path == '\0')
        return NULL;
    char *result = strdup(path), *to = result;
    for (const char *part = path, *end; *part != '\0'; part = end + (*end == '/')) {
        end = part + strcspn(part, "/");
        if (end == part || (end == part + 1 && *part == '.'))
            continue;
        if (end == part + 2 && strncmp(part, "..", 2) == 0) {
            if (depth-- == 0)
                return NULL;
            for (--to; to > result && to[-1] != '/'; --to)
                ;
            continue;
        }
        ++depth;
        memmove(to, part, (size_t)(end - part));
        to += end - part;
        *to++ = '/';
    }
    if (to == result)
        return NULL;
    to[-1] = '\0';
    return result;
}

void say_findings(const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        printf("::%s ", f->is_error ? "error" : "warning");
        if (*f->path != '\0') { // of a project: none
            fputs("file=", stdout);
            put_property(f->path);
            if (f->line > 0)
                printf(",line=%ld", f->line);
            putchar(',');
        }
        fputs("title=", stdout);
        put_property(f->title);
        fputs("::", stdout);
        put_data(f->message);
        putchar('\n');
        if (f->other != NULL) {
            fputs("::notice file=", stdout);
            put_property(f->other);
            printf(",line=%ld,title=", f->other_line);
            put_property(f->title);
            fputs("::", stdout);
            put_data(text_of("The other access is at %s:%ld.", f->path, f->line));
            putchar('\n');
        }
    }
}

// Rows of the summary, each with the first line of the message.
void add_rows(FILE *table, const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        char *first = text_of("%.*s", (int)strcspn(f->message, "\r\n"), f->message);
        fputs("| ", table);
        put_cell(table, f->path);
        fprintf(table, " | %s | %s: ", f->line > 0 ? text_of("%ld", f->line) : "", f->is_error ? "error" : "warning");
        put_cell(table, f->title);
        fputs(*first ? ": " : "", table);
        put_cell(table, first);
        fputs(" |\n", table);
        free(first);
    }
    if (any_error(j))
        return;
    fputs("| ", table);
    put_cell(table, j->file);
    fprintf(table, " |  | passed: %d orders of the warps |\n", j->settings->seeds);
}
