// SPDX-License-Identifier: MIT
// Launches, and calls whose result is not used.
#include "rewrite.h"

#include <ctype.h>

// --- launches ---

// The first of the three '>' that close the configuration. Of four or more, the last three do.
static struct token *end_of_configuration(struct rewriter *r, struct token *first)
{
    for (struct token *t = next(next(next(first))); exists(t) && !is(t, ";"); t = next_outside(t)) {
        struct token *third = next(next(t));
        if (is(t, ">") && is(next(t), ">") && is(third, ">") && !is(next(third), ">"))
            return t;
    }
    fail(r, first, "'<<<' without its '>>>'");
}

static void leave_out_three(struct token *first)
{
    add(&first->instead, "");
    add(&next(first)->instead, "");
    add(&next(next(first))->instead, "");
}

// kernel <<< configuration >>> ( arguments ): only the kernel's name moves, to after the configuration.
void rewrite_launch(struct rewriter *r, struct token *first)
{
    struct token *end = end_of_configuration(r, first), *open = next(next(next(end)));
    if (!is(open, "("))
        fail(r, end, "'>>>' is not followed by the arguments of the kernel");
    struct token *last = previous(first), *callee = exists(last) ? callee_begin(r, last) : last;
    if (!exists(callee))
        fail(r, first, "'<<<' does not follow the name of a kernel");

    add(&open->before, "), ");
    add_place(r, &open->before, callee);
    for (struct token *t = callee; t <= last; ++t) {
        if (t->kind == TRIVIA) {
            add(&open->before, " "); // its line ends remain in place
            continue;
        }
        add_token(&open->before, t);
        add(&t->instead, "");
    }
    const bool child = in_device_code(first);
    if (child && !r->relocatable && !r->for_wasm && !place_of(r, first).system_header) // a browser has one file
        fail(r, callee,
             "kernel launch from __device__ or __global__ functions requires separate compilation "
             "mode: compile with -rdc=true");
    add(&callee->before, child ? "(::cpu_device::child_configuration(" : "(::cpu_device::launch_configuration(");
    leave_out_three(first);
    leave_out_three(end);
    add(&open->partner->after, ", ::cpu_device::launched())");
}

// --- calls whose result is not used ---

// True where the token begins a statement, as far as the tokens before it tell.
static bool begins_statement(struct token *t)
{
    struct token *before = previous(t);
    if (is(before, ")")) {
        const struct token *word = previous(before->partner);
        return is(word, "if") || is(word, "for") || is(word, "while");
    }
    if (is(before, ":")) // of a case, or of a ?:
        for (struct token *word = previous(before); !ends_earlier(word); word = previous(word))
            if (is(word, "case") || is(word, "default"))
                return true;
    return is(before, ";") || is(before, "{") || is(before, "}") || is(before, "else") || is(before, "do");
}

// Whether the token is a function of CUDA's APIs. Not cudaGetLastError(), which is also called only to clear the error.
static bool is_api_call(struct token *t)
{
    size_t prefix = 2;
    static const char *const longer[] = {"cuda", "cublas", "curand", "cusolver", "cusparse"};
    for (size_t k = 0; k < sizeof longer / sizeof *longer; ++k)
        if (t->length > strlen(longer[k]) && memcmp(t->text, longer[k], strlen(longer[k])) == 0)
            prefix = strlen(longer[k]);
    return is_identifier(t) && t->length > prefix + 1 && memcmp(t->text, "cu", 2) == 0 &&
           isupper((unsigned char)t->text[prefix]) && is(next(t), "(") && !is(t, "cudaGetLastError") &&
           !is(t, "cudaPeekAtLastError") && !is(t, "cuGetErrorName") && !is(t, "cuGetErrorString");
}

// The token after the :: after the token; the end where there is none.
static struct token *behind_colons(struct rewriter *r, struct token *t)
{
    struct token *colon = next(t);
    return is(colon, ":") && is(next(colon), ":") ? next(next(colon)) : r->end;
}

// cub::DeviceScan::InclusiveSum(...): the token of the last name; else the end.
static struct token *cub_call(struct rewriter *r, struct token *t)
{
    if (!is(t, "cub"))
        return r->end;
    struct token *algorithm = behind_colons(r, t), *name = behind_colons(r, algorithm);
    return is_identifier(algorithm) && algorithm->length > 6 && memcmp(algorithm->text, "Device", 6) == 0 &&
                   is_identifier(name) && is(next(name), "(")
               ? name
               : r->end;
}

// cudaGetLastError() as a statement, or as the value of a variable that nothing uses.
static bool only_clears_error(struct token *name)
{
    if (!is(name, "cudaGetLastError") || !is(next(name), "(") || !in_function(name) || in_device_code(name))
        return false;
    struct token *end = next(next(name)->partner);
    if (!is(end, ";"))
        return false;
    if (begins_statement(name))
        return true;
    struct token *variable = previous(previous(name)), *t = next(end);
    if (!is(previous(name), "=") || !is_identifier(variable) || !is(previous(variable), "cudaError_t"))
        return false;
    for (int depth = 0; exists(t) && depth >= 0; t = next(t)) {
        depth += is(t, "{") - is(t, "}");
        if (t->length == variable->length && memcmp(t->text, variable->text, t->length) == 0)
            return false;
    }
    return true;
}

// The name of a function, or the first token of one.
void rewrite_unheeded(struct rewriter *r, struct token *name)
{
    if (only_clears_error(name)) {
        add(&name->instead, "::cpu_device_clear_error");
        return;
    }
    struct token *last = is_api_call(name) ? name : cub_call(r, name);
    if (!exists(last) || !begins_statement(name) || !in_function(name))
        return;
    if (is(previous(name), "{") && !is(next(next(last)->partner), ";")) // cudaError_t error{cudaFree(p)};
        return;
    add(&name->before, "::cpu_device::unheeded(\"");
    for (struct token *t = name; t <= last; ++t)
        if (t->kind != TRIVIA)
            add_token(&name->before, t);
    add(&name->before, "\"), ");
}
