// SPDX-License-Identifier: MIT
// Variables of device code that may be numbers, for a trace.
#include "rewrite.h"

#include <stdlib.h>

// Whether the brace opens the body of a function of the device that the user has written. Not of a constexpr one,
// which may have no variable with a destructor.
bool is_device_function(struct rewriter *r, struct token *brace)
{
    bool of_device = false, has_parameters = false;
    for (struct token *word = previous(brace); !ends_earlier(word); word = previous(word)) {
        of_device |= is(word, "__device__") || is(word, "__global__");
        has_parameters |= is(word, ")");
        if (is(word, "constexpr"))
            return false;
        if (is(word, ")"))
            word = word->partner;
    }
    return of_device && has_parameters && !place_of(r, brace).system_header;
}

// The last token of the statement that begins at t.
static struct token *end_of_statement(struct token *t)
{
    if (is(t, "{"))
        return t->partner;
    const bool condition = is(t, "if");
    if (condition || is(t, "for") || is(t, "while") || is(t, "switch")) {
        struct token *open = next(t);
        if (is(open, "constexpr"))
            open = next(open);
        struct token *end = end_of_statement(next(open->partner));
        return condition && is(next(end), "else") ? end_of_statement(next(next(end))) : end;
    }
    return end_of_declaration(is(t, "do") ? next(end_of_statement(next(t))) : t);
}

static void trace_variable(struct rewriter *r, char **where, const struct token *name, bool initialized)
{
    addf(where, " ::cpu_device::traced cpu_device_traced_%u{\"%.*s\", %.*s, %s};", ++r->traced, (int)name->length,
         name->text, (int)name->length, name->text, initialized ? "true" : "false");
}

// The first variable that the statement at t declares, `int i` or `const auto &x`; the end: it declares none that
// may be a number. Pointers are none, and neither is what has template arguments.
static struct token *declared_number(struct rewriter *r, struct token *t)
{
    static const char *const other[] = {"return",     "goto",   "else",   "case",    "delete", "throw",    "using",
                                        "typedef",    "static", "extern", "union",   "enum",   "class",    "struct",
                                        "__shared__", "friend", "new",    "default", "do",     "co_return"};
    size_t words = 0;
    for (;; t = next(t)) {
        if (!is_identifier(t))
            return r->end;
        for (size_t k = 0; k < sizeof other / sizeof *other; ++k)
            if (is(t, other[k]))
                return r->end;
        struct token *after = next(t);
        if (is(after, ":") && is(next(after), ":")) {
            t = next(after);
            continue;
        }
        ++words;
        if (is(after, "&") && is_identifier(next(after)) && is(next(next(after)), "="))
            return next(after);
        if (!is_identifier(after))
            return words > 1 && !is_word_of_type(t) ? t : r->end;
    }
}

// What the statement at t declares, which ends before `end`.
static void trace_declaration(struct rewriter *r, struct token *t, struct token *end, char **where)
{
    struct token *name = declared_number(r, t);
    while (name < end) {
        struct token *after = next(name);
        const bool initialized = is(after, "=") || is(after, "{");
        if (!initialized && !is(after, ",") && !is(after, "[") && after != end)
            return;
        if (!is(after, "["))
            trace_variable(r, where, name, initialized);
        while (after < end && !is(after, ","))
            after = next_outside(after);
        name = after < end && is_identifier(next(after)) ? next(after) : r->end;
    }
}

// for (int i = 0; ...) body: `i` is traced in the body, which gets braces if it has none.
static void trace_loop(struct rewriter *r, struct token *word)
{
    struct token *open = next(word), *first = next(open), *end = end_of_declaration(first);
    if (!is(open, "(") || end >= open->partner) // for (int x : list)
        return;
    char *text = NULL;
    trace_declaration(r, first, end, &text);
    struct token *body = next(open->partner), *last = end_of_statement(body);
    if (text != NULL && is(body, "{")) {
        add(&body->after, text);
    } else if (text != NULL && exists(last)) {
        add(&body->before, "{");
        add(&body->before, text);
        add(&body->before, " ");
        add(&last->after, "}");
    }
    free(text);
}

// The parameters of a function, whose body begins at `body`.
static void trace_parameters(struct rewriter *r, struct token *body)
{
    struct token *close = previous(body);
    while (is_identifier(close)) // const, noexcept
        close = previous(close);
    if (!is(close, ")"))
        return;
    for (struct token *t = next(close->partner); t < close;) {
        struct token *name = declared_number(r, t), *end = t;
        while (end < close && !is(end, ","))
            end = next_outside(end);
        if (name < end && (next(name) == end || is(next(name), "=")))
            trace_variable(r, &body->after, name, true);
        t = next(end);
    }
}

// Whether the brace opens the body of a type, or of a switch, in which no variable may be passed over.
static bool has_no_variables(struct token *brace)
{
    bool is_type = false, has_parentheses = false;
    for (struct token *word = previous(brace); !ends_earlier(word); word = previous(word)) {
        if (is(word, "switch") || is(word, "="))
            return true;
        is_type |= is_type_key(word);
        has_parentheses |= is(word, ")");
        if (is(word, ")"))
            word = word->partner;
    }
    return is_type && !has_parentheses; // template <class T> void f() {...} is a function
}

// The variables of the function whose body begins at `body`, as far as they may be numbers. Of a function that jumps,
// none.
void trace_variables(struct rewriter *r, struct token *body)
{
    struct token *close = body->partner;
    if (r->traced_up_to && body < r->traced_up_to)
        return;
    r->traced_up_to = close;
    for (struct token *t = next(body); t < close; t = next(t))
        if (is(t, "goto"))
            return;
    trace_parameters(r, body);
    for (struct token *before = body, *t = next(body); t < close; before = t, t = next(t)) {
        struct token *in = t->parent, *end = end_of_declaration(t);
        if (is(t, "for"))
            trace_loop(r, t);
        else if ((is(before, ";") || is(before, "{") || is(before, "}")) && is(in, "{") && end < close &&
                 !has_no_variables(in))
            trace_declaration(r, t, end, &end->after);
    }
}
