// SPDX-License-Identifier: MIT
// From text to tokens, and which brackets belong together.
#define _GNU_SOURCE // memmem
#include "rewrite.h"

#include <ctype.h>

static const char *end_of_quoted(const struct rewriter *r, const char *c)
{
    char quote = *c++;
    while (c < r->source_end && *c != quote && *c != '\n')
        c += (c[0] == '\\' && c + 1 < r->source_end) ? 2 : 1;
    return *c == quote ? c + 1 : c;
}

// The end of the first `text` at c or later; the end of the source if there is none.
static const char *after(const struct rewriter *r, const char *c, const char *text)
{
    const char *found = memmem(c, (size_t)(r->source_end - c), text, strlen(text));
    return found ? found + strlen(text) : r->source_end;
}

// R"delimiter( ... )delimiter"; c points at the quote.
static const char *end_of_raw_string(const struct rewriter *r, const char *c)
{
    const char *open = memchr(c, '(', (size_t)(r->source_end - c));
    if (open == NULL || open - c > 17)
        return end_of_quoted(r, c);
    char end[20];
    size_t delimiter = (size_t)(open - c - 1);
    end[0] = ')';
    memcpy(end + 1, c + 1, delimiter);
    end[delimiter + 1] = '"';
    end[delimiter + 2] = '\0';
    return after(r, open, end);
}

static bool at_line_start(const struct rewriter *r, const char *c)
{
    while (c > r->source && (c[-1] == ' ' || c[-1] == '\t'))
        --c;
    return c == r->source || c[-1] == '\n';
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

// White space, a comment or a directive that begins at c; c itself where there is none.
static const char *end_of_trivia(const struct rewriter *r, const char *c)
{
    if (isspace((unsigned char)*c)) {
        while (isspace((unsigned char)*c))
            ++c;
    } else if (c[0] == '/' && c[1] == '/') {
        while (c < r->source_end && *c != '\n')
            ++c;
    } else if (c[0] == '/' && c[1] == '*') {
        return after(r, c + 2, "*/");
    } else if (*c == '#' && at_line_start(r, c)) { // a directive or a line marker, with its continuation lines
        while (c < r->source_end && !(*c == '\n' && c[-1] != '\\'))
            ++c;
    }
    return c;
}

// A name, or the literal that it is the encoding prefix of: u8"...", LR"(...)"
static const char *end_of_name(const struct rewriter *r, const char *c, enum kind *kind)
{
    const char *begin = c;
    while (begins_name(*c) || isdigit((unsigned char)*c))
        ++c;
    const size_t length = (size_t)(c - begin);
    *kind = (*c == '"' || *c == '\'') && length <= 3 && strspn(begin, "LuU8R") >= length ? LITERAL : IDENTIFIER;
    if (*kind == IDENTIFIER)
        return c;
    return c[-1] == 'R' ? end_of_raw_string(r, c) : end_of_quoted(r, c);
}

static const char *end_of_number(const char *c)
{
    while (isalnum((unsigned char)*c) || *c == '_' || *c == '.' ||
           (*c == '\'' && isalnum((unsigned char)c[1])) || // 1'000'000
           ((*c == '+' || *c == '-') && strchr("eEpP", c[-1]) != NULL))
        ++c;
    return c;
}

static const char *end_of_token(const struct rewriter *r, const char *c, enum kind *kind)
{
    const char *end = end_of_trivia(r, c);
    *kind = TRIVIA;
    if (end > c)
        return end;
    if (begins_name(*c))
        return end_of_name(r, c, kind);
    *kind = LITERAL;
    if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1])))
        return end_of_number(c);
    if (*c == '"' || *c == '\'')
        return end_of_quoted(r, c);
    *kind = PUNCTUATION;
    return c + 1;
}

// <: :> <% %> stand for brackets, but for the < of <:: in front of a name.
static void write_out_digraph(char *c)
{
    static const char digraphs[][4] = {"<:[", ":>]", "<%{", "%>}"};
    if (c[0] == '<' && c[1] == ':' && c[2] == ':' && c[3] != ':' && c[3] != '>')
        return;
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; ++i)
        if (c[0] == digraphs[i][0] && c[1] == digraphs[i][1]) {
            c[0] = digraphs[i][2];
            c[1] = ' ';
            return;
        }
}

// Before the first token stands one of the kind BEGIN; after the last, two ends: some look at what follows a token
// that may be the end.
void tokenize(struct rewriter *r)
{
    size_t capacity = 4096, count = 0;
    struct token *tokens = allocate(NULL, capacity * sizeof *tokens);
    tokens[count++] = (struct token){.kind = BEGIN};
    for (char *c = r->source; c < r->source_end;) {
        if (*c == '<' || *c == ':' || *c == '%')
            write_out_digraph(c);
        if (count + 2 == capacity) {
            capacity *= 2;
            tokens = allocate(tokens, capacity * sizeof *tokens);
        }
        struct token *token = &tokens[count++];
        *token = (struct token){.text = c, .kind = TRIVIA};
        token->length = c == r->included ? r->included_length : (size_t)(end_of_token(r, c, &token->kind) - c);
        c += token->length;
    }
    r->tokens = tokens + 1;
    r->end = tokens + count;
    for (int i = 0; i < 2; ++i)
        r->end[i] = (struct token){.text = r->source_end, .kind = END, .partner = r->end, .parent = r->end};
    tokens->partner = r->end;
}

void match_brackets(struct rewriter *r)
{
    struct token *open = r->end; // the innermost of those that are not closed yet
    for (struct token *t = r->tokens; exists(t); ++t) {
        t->parent = open;
        t->partner = t;
        if (t->kind != PUNCTUATION)
            continue;
        const char bracket = *t->text;
        if (bracket == '(' || bracket == '[' || bracket == '{') {
            open = t;
        } else if (bracket == ')' || bracket == ']' || bracket == '}') {
            char expected = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
            if (!exists(open) || *open->text != expected)
                fail(r, t, "'%c' closes nothing", bracket);
            t->partner = open;
            open->partner = t;
            open = open->parent;
        }
    }
    if (exists(open))
        fail(r, open, "'%c' is never closed", *open->text);
}

bool same_text(const struct token *a, const struct token *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

// Removes the tokens from `first` to `last`, except for their line ends.
void leave_out(struct token *first, const struct token *last)
{
    for (struct token *t = first; t <= last; ++t) {
        if (t->kind == TRIVIA)
            continue;
        add(&t->instead, "");
        for (size_t c = 0; c < t->length; ++c)
            if (t->text[c] == '\n')
                add(&t->instead, "\n");
    }
}
