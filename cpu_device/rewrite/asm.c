// SPDX-License-Identifier: MIT
// asm statements in device code: PTX becomes a call of a lambda.
#include "ptx.h"
#include "rewrite.h"

#include <stdlib.h>

// Appends what a string literal stands for.
static void add_literal(char **string, const struct token *literal)
{
    const char *c = memchr(literal->text, '"', literal->length), *end = literal->text + literal->length - 1;
    if (c == NULL)
        return;
    if (c > literal->text && c[-1] == 'R') {
        const char *open = memchr(c, '(', (size_t)(end - c)), *close = end;
        while (close > c && *close != ')')
            --close;
        if (open != NULL && open < close)
            append(string, open + 1, (size_t)(close - open - 1));
        return;
    }
    for (++c; c < end; ++c) {
        if (*c != '\\')
            append(string, c, 1);
        else
            switch (*++c) {
            case 'n': append(string, "\n", 1); break;
            case 't': append(string, "\t", 1); break;
            case '\n': break;
            default: append(string, c, 1);
            }
    }
}

// Without an instruction it is only a barrier for the compiler; the other one is the device's own mark (interface.h).
static bool has_instructions(const char *text)
{
    return text[strspn(text, " \t\n;")] != '\0' && strncmp(text, ".pushsection", 12) != 0;
}

// From the first colon at t to the closing parenthesis: results, values, what else is changed. Their number.
static unsigned rewrite_operands(struct rewriter *r, struct token *t, const struct token *close)
{
    unsigned count = 0, section = 0;
    for (bool first = true; t < close; t = next(t)) {
        if (is(t, ":")) {
            add(&t->instead, "");
            first = true;
            if (++section == 3) {
                leave_out(t, close - 1);
                break;
            }
        } else if (t->kind == LITERAL && is(next(t), "(")) {
            const char letter = t->text[t->length > 2 ? t->length - 2 : 0]; // before the closing quote
            add(&t->instead, first && count > 0 ? ", " : "");
            if (section == 1)
                addf(&t->instead, "::cpu_device::ptx::out<'%c', %s>", letter,
                     memchr(t->text, '+', t->length) != NULL ? "true" : "false");
            else
                addf(&t->instead, "::cpu_device::ptx::in<'%c'>", letter);
            first = false;
            ++count;
            t = next(t)->partner;
        } else if (!is(t, ",")) {
            fail(r, t, "an asm statement in device code has operands such as \"=r\"(x)");
        }
    }
    return count;
}

static void add_lambda(char **instead, unsigned operands, const char *body)
{
    add(instead, "[](");
    for (unsigned n = 0; n < operands; ++n)
        addf(instead, "%s[[maybe_unused]] auto &&ptx_%u", n > 0 ? ", " : "", n);
    addf(instead, ") __attribute__((always_inline)) {%s}", body);
}

// asm volatile("text" : results : values : what else is changed)
void rewrite_asm(struct rewriter *r, struct token *word)
{
    struct token *open = next(word);
    while (is_identifier(open)) // volatile
        open = next(open);
    if (!is(open, "(") || !in_device_code(word))
        return;
    struct token *close = open->partner, *t = next(open);
    char *text = NULL;
    add(&text, "");
    for (; t < close && t->kind == LITERAL; t = next(t))
        add_literal(&text, t);
    if (has_instructions(text) && !place_of(r, word).system_header) { // a library may have functions for both sides
        leave_out(next(word), open - 1);
        leave_out(next(open), t - 1);
        const unsigned count = rewrite_operands(r, t, close);
        char problem[200], *body = ptx_to_cpp(text, count, problem, sizeof problem);
        if (body == NULL)
            fail(r, word, "%s", problem);
        add_lambda(&word->instead, count, body);
        free(body);
    }
    free(text);
}
