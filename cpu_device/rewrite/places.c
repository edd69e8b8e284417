// SPDX-License-Identifier: MIT
// Places in the source, and messages there.
#include "rewrite.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

// If a line marker begins after the line end at c, the place of the line after it: # 12 "file.cu" 3 4
static bool read_marker(const char *line_end, struct place *place)
{
    if (line_end[1] != '#' || line_end[2] != ' ' || !isdigit((unsigned char)line_end[3]))
        return false;
    char *end;
    place->line = strtoul(line_end + 3, &end, 10);
    if (end[0] != ' ' || end[1] != '"')
        return true;
    const char *name = end + 2, *quote = name;
    while (*quote != '"' && *quote != '\n' && *quote != '\0')
        quote += quote[0] == '\\' && quote[1] != '\0' ? 2 : 1;
    if (*quote != '"')
        return true;
    snprintf(place->file, sizeof place->file, "%.*s", (int)(quote - name), name);
    place->system_header = false;
    for (const char *c = quote; *c != '\n' && *c != '\0'; ++c)
        place->system_header |= *c == '3';
    return true;
}

// Goes on from `begin`, which is at `place`, to `end`.
void go_on(struct place *place, const char *begin, const char *end)
{
    for (const char *c = begin; (c = memchr(c, '\n', end - c)); ++c) {
        ++place->line;
        if (read_marker(c, place))
            --place->line; // the marker's own line ends before the line that it numbers
    }
}

// The name of a place's file, without the backslashes.
void print_file(FILE *out, const struct place *place)
{
    for (const char *c = place->file; *c != '\0'; ++c) {
        c += c[0] == '\\' && c[1] != '\0';
        fputc(*c, out);
    }
}

struct place first_place(void)
{
    return (struct place){.file = "<stdin>", .line = 1};
}

// Mostly after the one that was asked for before.
struct place place_of(struct rewriter *r, const struct token *token)
{
    if (!r->known || r->known > token->text) {
        r->place = first_place();
        r->known = r->source;
    }
    go_on(&r->place, r->known, token->text);
    r->known = token->text;
    return r->place;
}

// What follows is to stand where the token does.
void add_place(struct rewriter *r, char **string, const struct token *token)
{
    struct place place = place_of(r, token);
    const char *line = token->text;
    while (line > r->source && line[-1] != '\n')
        --line;
    addf(string, "\n# %lu \"%s\"%s\n%*s", place.line, place.file, place.system_header ? " 3" : "",
         (int)(token->text - line), "");
}

static void say(struct rewriter *r, const struct token *where, const char *kind, const char *format, va_list arguments)
{
    struct place place = place_of(r, where);
    print_file(stderr, &place);
    fprintf(stderr, ":%lu: %s: ", place.line, kind);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
}

// Prints an error at a token, and ends the program.
void fail(struct rewriter *r, const struct token *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(r, where, "error", format, arguments);
    va_end(arguments);
    exit(1);
}

void warn(struct rewriter *r, const struct token *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(r, where, "warning", format, arguments);
    va_end(arguments);
}
