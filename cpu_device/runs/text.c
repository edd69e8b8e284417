// SPDX-License-Identifier: MIT
// Strings, lists of strings, and the hash that identifies files and command lines.
#include "runs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *grow(void *block, size_t size)
{
    block = realloc(block, size);
    if (block == NULL)
        die("out of memory");
    return block;
}

void add(struct strings *list, const char *text)
{
    if (list->count + 1 >= list->room) {
        list->room = 2 * list->room + 16;
        list->item = grow(list->item, list->room * sizeof *list->item);
    }
    list->item[list->count++] = (char *)text;
    list->item[list->count] = NULL;
}

static char *formatted(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        die("out of memory");
    return text;
}

void addf(struct strings *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(list, formatted(format, arguments));
    va_end(arguments);
}

void add_all(struct strings *list, const struct strings *others)
{
    for (size_t i = 0; i < others->count; ++i)
        add(list, others->item[i]);
}

void add_words(struct strings *list, const char *text)
{
    while (*(text += strspn(text, " \t\n")) != '\0') {
        size_t length = strcspn(text, " \t\n");
        add(list, slice(text, length));
        text += length;
    }
}

char *text_of(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(format, arguments);
    va_end(arguments);
    return text;
}

char *slice(const char *begin, size_t length)
{
    char *text = grow(NULL, length + 1);
    memcpy(text, begin, length);
    text[length] = '\0';
    return text;
}

bool contains(const struct strings *list, const char *text)
{
    for (size_t i = 0; i < list->count; ++i)
        if (strcmp(list->item[i], text) == 0)
            return true;
    return false;
}

bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

const char *file_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *stem_of(const char *path)
{
    const char *name = file_part(path), *dot = strrchr(name, '.');
    return slice(name, dot ? (size_t)(dot - name) : strlen(name));
}

char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? slice(".", 1) : slash == path ? slice("/", 1) : slice(path, (size_t)(slash - path));
}

void append(struct text *text, const char *more, size_t length)
{
    if (text->length + length + 1 > text->room) {
        text->room = 2 * (text->length + length) + 1;
        text->begin = grow(text->begin, text->room);
    }
    memcpy(text->begin + text->length, more, length);
    text->length += length;
    text->begin[text->length] = '\0';
}

void appendf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *more = formatted(format, arguments);
    va_end(arguments);
    append(text, more, strlen(more));
    free(more);
}

uint64_t hash(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; ++i)
        before = (before ^ byte[i]) * UINT64_C(0x100000001b3);
    return before;
}

uint64_t hash_text(uint64_t before, const char *text)
{
    return hash(before, text, strlen(text) + 1);
}
