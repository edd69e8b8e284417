// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "text.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

_Noreturn void fail(const char *what, const char *path)
{
    fprintf(stderr, "texts: %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

void add(text *t, const char *from, size_t size)
{
    if (t->size + size + 1 > t->room) {
        t->room = 2 * (t->size + size + 1);
        t->data = realloc(t->data, t->room);
        if (t->data == NULL)
            fail("no memory for", "a page");
    }
    memcpy(t->data + t->size, from, size);
    t->size += size;
    t->data[t->size] = 0;
}

void say(text *t, const char *format, ...)
{
    char line[2 * PATH_MAX];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add(t, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

void add_escaped(text *t, const char *from, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        switch (from[i]) {
        case '&': add(t, "&amp;", 5); break;
        case '<': add(t, "&lt;", 4); break;
        case '>': add(t, "&gt;", 4); break;
        case '"': add(t, "&quot;", 6); break;
        default: add(t, from + i, 1);
        }
}

text read_all(FILE *from)
{
    text t = {0};
    char part[65536];
    add(&t, "", 0);
    for (size_t size; (size = fread(part, 1, sizeof part, from)) > 0;)
        add(&t, part, size);
    return t;
}

text read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail("cannot read", path);
    text t = read_all(file);
    fclose(file);
    return t;
}

// With its folders.
void write_file(const char *path, const char *data, size_t size)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = folder + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = 0;
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            fail("cannot make", folder);
    }
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        fail("cannot write", path);
}
