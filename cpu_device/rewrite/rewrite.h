// SPDX-License-Identifier: MIT
// The rewriter (main.c says what it does): all stages in one header, in the order in which they run.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum kind { IDENTIFIER, PUNCTUATION, LITERAL, TRIVIA, BEGIN, END };

// A piece of the source. What is printed for it: before, then instead (or the text itself), then after.
struct token {
    const char *text;
    size_t length;
    enum kind kind;
    struct token *partner; // of a bracket: the other one; else itself
    struct token *parent;  // the bracket that it stands in; the end outside of any. Of a closing one, its partner
    char *before, *instead, *after;
};

// A place in the source, by the line markers of the preprocessor.
struct place {
    char file[4096]; // as the marker has it, with a backslash before each quote and backslash
    unsigned long line;
    bool system_header;
};

struct token_list {
    struct token **item;
    size_t count;
};

struct rewriter {
    bool for_host, relocatable, for_module, spaces, debug, variables, checked, for_wasm; // the options
    const char *file_name;                                                               // no other file has it
    FILE *kernel_list;
    const char *precompiled; // header, without its suffix; null: there is none

    char *source, *source_end; // points at the terminating zero; the text may contain zeros
    const char *included;      // where the text begins that the header was made of; null: nowhere
    size_t included_length;
    struct token *tokens, *end; // the end is a token, which stands for "none", too

    struct place place; // of the token that place_of() was asked for last
    const char *known;  // where its text is; null: nothing was asked for
    struct token_list shared_names, extern_names;
    bool knows_extern_names;
    struct place barriers_at; // the line of the last barrier, and how many stand before it there
    unsigned barriers_in_line;
    unsigned unnamed, instances, constants, listed, traced; // how many names were made up
    struct token *traced_up_to;
    size_t column; // of the next character of the output
};

// --- text.c ---

void *allocate(void *old, size_t size);
void append(char **string, const char *text,
            size_t length); // to one of a token's strings, or another that free() takes
void add(char **string, const char *text);
__attribute__((format(printf, 2, 3))) void addf(char **string, const char *format, ...);
void add_token(char **string, const struct token *token);
void add_to_list(struct token_list *list, struct token *token);
char *read_all(FILE *file, size_t *length);

// --- places.c ---

void go_on(struct place *place, const char *begin, const char *end);
void print_file(FILE *out, const struct place *place);
struct place first_place(void);
struct place place_of(struct rewriter *r, const struct token *token);
void add_place(struct rewriter *r, char **string, const struct token *token);
__attribute__((noreturn, format(printf, 3, 4))) void fail(struct rewriter *r, const struct token *where,
                                                          const char *format, ...);
__attribute__((format(printf, 3, 4))) void warn(struct rewriter *r, const struct token *where, const char *format, ...);

// --- precompiled.c: before and after the text becomes tokens ---

void find_precompiled(struct rewriter *r);
void insert_precompiled(struct rewriter *r);

// --- tokens.c ---

void tokenize(struct rewriter *r);
void match_brackets(struct rewriter *r);
bool same_text(const struct token *a, const struct token *b);
void leave_out(struct token *first, const struct token *last);

__attribute__((always_inline)) static inline bool is(const struct token *t, const char *text)
{
    return t->kind <= PUNCTUATION && strlen(text) == t->length && memcmp(t->text, text, t->length) == 0;
}

static inline bool is_identifier(const struct token *t)
{
    return t->kind == IDENTIFIER;
}

static inline bool exists(const struct token *t)
{
    return t->kind != END;
}

// The next token, or the previous one, that is not white space, a comment or a directive; the end if there is none.
static inline struct token *next(struct token *t)
{
    if (exists(t))
        do
            ++t;
        while (t->kind == TRIVIA);
    return t;
}

static inline struct token *previous(struct token *t)
{
    do
        --t;
    while (t->kind == TRIVIA);
    return t->kind == BEGIN ? t->partner : t;
}

static inline bool opens(const struct token *t)
{
    return is(t, "(") || is(t, "[") || is(t, "{");
}

// The next token after t, or after the bracket that t opens.
static inline struct token *next_outside(struct token *t)
{
    return next(opens(t) ? t->partner : t);
}

// Whether another declaration or statement ends here, seen from one that follows.
static inline bool ends_earlier(const struct token *t)
{
    return !exists(t) || is(t, ";") || is(t, "{") || is(t, "}");
}

static inline bool is_type_key(const struct token *t)
{
    return is(t, "struct") || is(t, "union") || is(t, "class") || is(t, "enum");
}

// --- declarations.c ---

struct declaration {
    struct token *begin, *name; // the name is that of the first variable; the end for functions
    struct token *is_static;    // the word; the end where there is none
    struct token *parameters;   // of a function: the opening parenthesis, where it is known
    bool is_extern, is_c, is_inline, is_template, is_const, is_instantiation;
    bool elsewhere; // the name is that of a member of a class or namespace: S::count
};

enum scope { NAMESPACE, C_LINKAGE, CLASS, OTHER };

struct declaration declaration_at(struct rewriter *r, struct token *word);
struct token *declared_name(struct rewriter *r, struct token *t, const struct token *end);
struct token *end_of_declaration(struct token *t);
struct token *after_template_arguments(struct token *t);
struct token *callee_begin(struct rewriter *r, struct token *last);
enum scope scope_of(const struct token *t);
bool in_function(const struct token *t);
bool in_device_code(const struct token *t);
bool is_memory_space(const struct token *t);
bool is_word_of_type(const struct token *t);
void add_tag(struct rewriter *r, char **string, const char *more);
void add_space(struct rewriter *r, char **string, const struct token *word);

// --- what is rewritten: kernels.c, returns.c, barriers.c, shared.c, variables.c, launches.c, asm.c, trace.c ---

struct token *rewrite_kernel(struct rewriter *r, struct token *global);
void mark_returns(struct rewriter *r, struct token *body);
void number_barrier(struct rewriter *r, struct token *t);
void rewrite_shared(struct rewriter *r, struct token *shared);
void rewrite_space(struct rewriter *r, struct token *word);
void rewrite_unnamed_namespace(struct rewriter *r, struct token *word);
void rewrite_launch(struct rewriter *r, struct token *first);
void rewrite_asm(struct rewriter *r, struct token *word);
void rewrite_unheeded(struct rewriter *r, struct token *name);
void trace_variables(struct rewriter *r, struct token *body);
bool is_device_function(struct rewriter *r, struct token *brace);
void refuse_texture_reference(struct rewriter *r, struct token *word);

// --- output.c ---

void write_all(struct rewriter *r);
