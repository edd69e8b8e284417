// SPDX-License-Identifier: MIT
// The lexer: the bytes of a submission become tokens, once. What the compiler gets is printed from these (accepted.c),
// so it cannot read the bytes in another way. What is unknown here is a problem and ends the reading.
#include "judging.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    const char *at, *end;
    unsigned line, column; // of `at`, from 1 and 0; tabs go to the next multiple of 8
    bool first, spaced, joined;
    bool left_out; // the last directive is #if 0
    struct tokens tokens;
};

static char at(const struct lexer *l, size_t i)
{
    return (size_t)(l->end - l->at) > i ? l->at[i] : '\0';
}

static bool starts(const struct lexer *l, const char *text)
{
    return (size_t)(l->end - l->at) >= strlen(text) && strncmp(l->at, text, strlen(text)) == 0;
}

static bool problem(struct lexer *l, const char *reason)
{
    if (l->tokens.problem == NULL) {
        l->tokens.problem = reason;
        l->tokens.line = l->line;
    }
    return false;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// The length of a newline there, 0: none is there.
static size_t newline(const struct lexer *l, size_t i)
{
    return at(l, i) == '\n' ? 1 : at(l, i) == '\r' && at(l, i + 1) == '\n' ? 2 : 0;
}

// The length of a backslash that joins this line with the next, 0: none is there. As g++ does it, blanks may follow.
static size_t splice(const struct lexer *l)
{
    size_t blanks = 0;
    while (at(l, 0) == '\\' && (at(l, 1 + blanks) == ' ' || at(l, 1 + blanks) == '\t'))
        ++blanks;
    size_t length = at(l, 0) == '\\' ? newline(l, 1 + blanks) : 0;
    return length > 0 ? 1 + blanks + length : 0;
}

static void pass(struct lexer *l, size_t count)
{
    for (; count > 0; --count, ++l->at) {
        l->column = *l->at == '\t' ? (l->column | 7) + 1 : l->column + 1;
        if (*l->at == '\n') {
            ++l->line;
            l->column = 0;
        }
    }
}

// --- between tokens ---

static bool pass_comment(struct lexer *l)
{
    const bool to_its_mark = at(l, 1) == '*';
    pass(l, 2);
    while (l->at < l->end && !(to_its_mark ? starts(l, "*/") : newline(l, 0) > 0)) {
        if (at(l, 0) == '\0' || (at(l, 0) == '\r' && newline(l, 0) == 0))
            return problem(l, _("a carriage return without a newline, or a zero byte"));
        if (!to_its_mark && at(l, 0) == '\\' && newline(l, 1 + strspn(l->at + 1, " \t")) > 0)
            return problem(l, _("a comment that ends in a backslash: take the backslash out"));
        pass(l, 1);
    }
    if (to_its_mark && l->at == l->end)
        return problem(l, _("a comment without its end"));
    if (to_its_mark)
        pass(l, 2);
    return true;
}

static bool pass_blanks(struct lexer *l)
{
    for (;;) {
        char c = at(l, 0);
        if (c == ' ' || c == '\t') {
            l->spaced = true;
            pass(l, 1);
        } else if (newline(l, 0) > 0) {
            l->first = l->spaced = true;
            pass(l, newline(l, 0));
        } else if (splice(l) > 0) {
            l->joined = true;
            pass(l, splice(l));
        } else if (c == '/' && (at(l, 1) == '/' || at(l, 1) == '*')) {
            l->spaced = true;
            if (!pass_comment(l))
                return false;
        } else {
            return true;
        }
    }
}

// --- tokens ---

static void add_token(struct lexer *l, enum token_kind kind, size_t length)
{
    struct tokens *all = &l->tokens;
    if ((all->count & (all->count - 1)) == 0 && (all->count == 0 || all->count >= 64)) {
        all->item = realloc(all->item, (all->count == 0 ? 64 : 2 * all->count) * sizeof *all->item);
        if (all->item == NULL)
            abort();
    }
    all->item[all->count++] = (struct token){kind, l->at, length, l->line, l->column, l->first, l->spaced, l->joined};
    pass(l, length);
    l->first = l->spaced = l->joined = false;
}

// A word, a number or an operator does not go on in the next line.
static bool end_of_token(struct lexer *l)
{
    if (splice(l) > 0 && (is_word(l->at[splice(l)]) || ispunct((unsigned char)l->at[splice(l)])) &&
        !strchr("(){};,", l->at[splice(l)]))
        return problem(l, _("a backslash and a newline within a word: put a blank in front"));
    return true;
}

static bool read_number(struct lexer *l)
{
    size_t length = 1;
    for (char c; (c = at(l, length)) != '\0'; ++length)
        if (!is_word(c) && c != '.' && !(c == '\'' && is_word(at(l, length + 1))) &&
            !((c == '+' || c == '-') && strchr("eEpP", at(l, length - 1))))
            break;
    if (memchr(l->at, '_', length) != NULL)
        return problem(l, _("a number with a suffix of one's own"));
    add_token(l, NUMBER, length);
    return end_of_token(l);
}

static bool read_quoted(struct lexer *l)
{
    const char quote = at(l, 0);
    size_t length = 1;
    for (; at(l, length) != quote; ++length) {
        unsigned char c = (unsigned char)at(l, length);
        if (c == '\\')
            c = (unsigned char)at(l, ++length);
        if ((c < ' ' && c != '\t') || c == 0x7f)
            return problem(l, _("a string or a character that does not end in its line"));
        if (c >= 0x80 && quote == '\'')
            return problem(l, _("a character that is not ASCII"));
    }
    ++length;
    if (is_word(at(l, length)))
        return problem(l, _("a string with a suffix: put a blank after it"));
    add_token(l, QUOTED, length);
    return true;
}

static bool read_word(struct lexer *l)
{
    size_t length = 1;
    while (is_word(at(l, length)))
        ++length;
    if (at(l, length) == '"' || at(l, length) == '\'')
        return problem(l, length == 8 && starts(l, "operator")
                              ? _("a literal operator: write a function")
                              : _("a raw string, or one with a prefix: write an ordinary one"));
    add_token(l, WORD, length);
    return end_of_token(l);
}

static bool read_mark(struct lexer *l)
{
    static const char *const marks[] = {"<<=", ">>=", "...", "->*", "::", "->", ".*", "++", "--",
                                        "<<",  ">>",  "<=",  ">=",  "==", "!=", "&&", "||", "+=",
                                        "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "##"};
    static const char *const other_spellings[] = {"<%", "%>", "%:", ":>", "<:"};
    const char c = at(l, 0);
    for (size_t i = 0; i < sizeof other_spellings / sizeof *other_spellings; ++i)
        if (starts(l, other_spellings[i]) && !starts(l, "<::"))
            return problem(l, _("a digraph: write { } [ ] or #"));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i)
        if (starts(l, marks[i])) {
            add_token(l, MARK, strlen(marks[i]));
            return end_of_token(l);
        }
    if (c == '\0' || strchr("{}[]()<>;:,.?~!+-*/%^&|=#", c) == NULL)
        return problem(l, (unsigned char)c >= 0x80 ? _("a character that is not ASCII, outside of comments and strings")
                                                   : _("a character that C++ does not have, outside of comments and "
                                                       "strings"));
    add_token(l, MARK, 1);
    return strchr("{}[]();,?~", c) != NULL || end_of_token(l);
}

// #error and #warning: their words are no tokens, and may have one apostrophe.
static bool read_message(struct lexer *l)
{
    const struct tokens *t = &l->tokens;
    if (t->count < 2 || !t->item[t->count - 2].first || !is_token(&t->item[t->count - 2], "#") ||
        !(is_token(&t->item[t->count - 1], "error") || is_token(&t->item[t->count - 1], "warning")))
        return true;
    size_t length = 0;
    while (l->at + length < l->end && newline(l, length) == 0)
        ++length;
    if (length > 0)
        add_token(l, MESSAGE, length);
    return true;
}

// A line after #if 0 is no text of C++, and may have one apostrophe. Where it may be more than one line, it is read.
static bool pass_left_out(struct lexer *l)
{
    size_t length = 0;
    for (; l->at + length < l->end && newline(l, length) == 0; ++length)
        if (strchr("\\/", l->at[length]) != NULL || ((unsigned char)l->at[length] < ' ' && l->at[length] != '\t'))
            return false;
    pass(l, length);
    return true;
}

static bool is_if_0(const struct tokens *t)
{
    return t->count >= 3 && t->item[t->count - 3].first && is_token(&t->item[t->count - 3], "#") &&
           is_token(&t->item[t->count - 2], "if") && is_token(&t->item[t->count - 1], "0");
}

struct tokens read_tokens(struct text text)
{
    struct lexer l = {text.begin, text.begin + text.length, 1, 0, true, false, false, false, {0}};
    if (starts(&l, "\xef\xbb\xbf")) // the byte order mark that some editors write
        l.at += 3;
    while (pass_blanks(&l) && l.at < l.end) {
        char c = *l.at;
        l.left_out = c != '#' && l.first && (l.left_out || is_if_0(&l.tokens));
        if (l.left_out && pass_left_out(&l))
            continue;
        bool read = isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)at(&l, 1))) ? read_number(&l)
                    : isalpha((unsigned char)c) || c == '_' ? read_word(&l) && read_message(&l)
                    : c == '"' || c == '\''                 ? read_quoted(&l)
                                                            : read_mark(&l);
        if (!read)
            break;
    }
    return l.tokens;
}

bool is_token(const struct token *token, const char *text)
{
    return strlen(text) == token->length && strncmp(token->begin, text, token->length) == 0;
}
