// SPDX-License-Identifier: MIT
// Prints the source with its changes.
#define _GNU_SOURCE // memrchr
#include "rewrite.h"

#include <stdlib.h>

static void print(struct rewriter *r, const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
    for (const char *c = text; c < text + length; ++c)
        r->column = *c == '\n' ? 0 : r->column + 1;
}

static void print_and_free(struct rewriter *r, char *text)
{
    if (text)
        print(r, text, strlen(text));
    free(text);
}

// How far the output has come in the source.
struct progress {
    struct place place;
    const char *known, *line; // up to where `place` goes; where the line begins
};

// Every token keeps its line and column. If the new text before it is too long for that, it goes into another line with
// the same number.
static void go_to_column(struct rewriter *r, const struct token *token, struct progress *at, bool elsewhere)
{
    const size_t column = (size_t)(token->text - at->line);
    if (elsewhere || r->column > column) {
        go_on(&at->place, at->known, token->text);
        at->known = token->text;
        printf("\n# %lu \"%s\"%s\n", at->place.line, at->place.file, at->place.system_header ? " 3" : "");
        r->column = 0;
    }
    if (r->column < column) {
        printf("%*s", (int)(column - r->column), "");
        r->column = column;
    }
}

void write_all(struct rewriter *r)
{
    struct progress at = {first_place(), r->source, r->source};
    for (struct token *token = r->tokens; exists(token); ++token) {
        const bool elsewhere = token->before && strchr(token->before, '\n');
        print_and_free(r, token->before);
        if (token->instead == NULL && token->kind != TRIVIA)
            go_to_column(r, token, &at, elsewhere);
        if (token->instead == NULL)
            print(r, token->text, token->length);
        print_and_free(r, token->instead);
        print_and_free(r, token->after);
        const char *line_end = token->kind == PUNCTUATION ? NULL : memrchr(token->text, '\n', token->length);
        at.line = line_end ? line_end + 1 : at.line;
    }
}
