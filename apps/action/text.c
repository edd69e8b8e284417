// SPDX-License-Identifier: MIT
#include "annotate.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// A file's end: so many bytes at most. A zero follows; those within become blanks.
char *read_end(int file, size_t most)
{
    struct stat state;
    off_t at = fstat(file, &state) == 0 && state.st_size > (off_t)most ? state.st_size - (off_t)most : 0;
    struct text text = read_from(file, at, most);
    for (size_t i = 0; i < text.length; ++i)
        if (text.begin[i] == '\0')
            text.begin[i] = ' ';
    return text.begin;
}

const char *last_lines(const char *text, int count)
{
    const char *at = text + strlen(text);
    while (at > text && at[-1] == '\n')
        --at;
    for (; at > text; --at)
        if (at[-1] == '\n' && --count == 0)
            break;
    return at;
}

char *without_end(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        --length;
    return text_of("%.*s", (int)length, text);
}

static void put_escaped(const char *text, const char *which)
{
    for (const char *c = text; *c != '\0'; ++c)
        if (strchr(which, *c) != NULL)
            printf("%%%02X", (unsigned char)*c);
        else
            putchar(*c);
}

void put_data(const char *text)
{
    put_escaped(text, "%\r\n");
}

void put_property(const char *text)
{
    put_escaped(text, "%\r\n:,");
}

// As a command of GitHub's.
void die(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    fputs("::error::annotate: ", stdout);
    put_data(text);
    putchar('\n');
    exit(2);
}

// A cell of a table in Markdown.
void put_cell(FILE *file, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c) {
        if (strchr("\\|*_<>`[]", *c) != NULL)
            fputc('\\', file);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, file);
    }
}

// What a program has printed, none of which may be taken for a command. Control characters are left out.
void show(const char *text)
{
    static char token[33];
    unsigned char bytes[16];
    if (*text == '\0')
        return;
    if (*token == '\0' && getrandom(bytes, sizeof bytes, 0) == sizeof bytes)
        for (size_t i = 0; i < sizeof bytes; ++i)
            sprintf(token + 2 * i, "%02x", bytes[i]);
    if (*token == '\0')
        die("no random number: %s", strerror(errno));
    const char *shown = last_lines(text, 100), *c = shown;
    printf("::stop-commands::%s\n", token);
    for (; *c != '\0'; ++c)
        if ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t')
            putchar(*c);
    printf("%s::%s::\n", c > shown && c[-1] != '\n' ? "\n" : "", token);
}
