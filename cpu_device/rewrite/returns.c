// SPDX-License-Identifier: MIT
// How a kernel ends. A thread that misses a barrier has either returned before it, which CUDA allows, or gone past it
// through a branch or a loop, which is an error. The rewritten kernel tells the device which of its lines the thread
// has gone past when it returns. At the end of the body, and after the last call in it, it says nothing: there, the
// thread has gone past all barriers.
#include "rewrite.h"

static bool is_word_before_parenthesis(const struct token *t)
{
    return is(t, "if") || is(t, "for") || is(t, "while") || is(t, "switch") || is(t, "return") || is(t, "sizeof") ||
           is(t, "constexpr");
}

// Whether t may be the end of what is called: `f`, `f<3>`, or a lambda.
static bool is_called(struct token *t)
{
    return is(next(t), "(") &&
           ((is_identifier(t) && !is_word_before_parenthesis(t)) || is(t, ">") || is(t, "}") || is(t, "]"));
}

// The last call in the body, which may be that of a barrier; the bracket that opens the body: there is none.
static struct token *last_call_in(struct token *body)
{
    struct token *last = body;
    for (struct token *t = next(body); t < body->partner; t = next(t))
        if (is_called(t))
            last = t;
    return last;
}

static bool begins_lambda(struct token *t)
{
    const struct token *before = previous(t);
    return is(t, "[") && !is(next(t), "[") && !is(before, "[") && !is(before, "]") && !is(before, ")") &&
           (!is_identifier(before) || is(before, "return"));
}

// The closing bracket of the body of a lambda or a class that begins at t, whose returns are not the kernel's; else t.
static struct token *after_other_body(struct token *t)
{
    if (!begins_lambda(t) && !is_type_key(t))
        return t;
    struct token *brace = next_outside(t);
    while (!ends_earlier(brace) && !is(brace, ")") && !is(brace, ",") && !is(brace, "="))
        brace = next_outside(brace);
    return is(brace, "{") ? brace->partner : t;
}

// Whether a statement of the body itself begins at t, and not within another one.
static bool begins_statement(const struct token *body, struct token *t)
{
    const struct token *before = previous(t);
    return t->parent == body && !is(t, "else") &&
           (before == body || is(before, ";") || (is(before, "}") && before->partner->parent == body));
}

static void mark(struct rewriter *r, char **string, struct token *body, struct token *statement)
{
    const unsigned long begin = place_of(r, body).line, end = place_of(r, statement).line;
    addf(string, " ::cpu_device::returned(%lu, %lu)", begin, end);
}

void mark_returns(struct rewriter *r, struct token *body)
{
    const struct token *last_call = last_call_in(body);
    struct token *statement = body;
    bool jumps = false;
    for (struct token *t = next(body); t < body->partner; t = next(t)) {
        if (begins_statement(body, t))
            statement = t;
        t = after_other_body(t);
        jumps |= is(t, "goto");
        if (!is(t, "return") || statement > last_call)
            continue;
        struct token *end = next(t);
        const bool has_value = !is(end, ";");
        while (exists(end) && !is(end, ";"))
            end = next_outside(end);
        if (has_value)
            add(&end->before, ",");
        mark(r, &end->before, body, statement);
    }
    if (jumps) { // perhaps to the end, in place of a return
        mark(r, &body->partner->before, body, body);
        add(&body->partner->before, ";");
    }
}
