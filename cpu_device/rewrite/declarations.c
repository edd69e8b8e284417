// SPDX-License-Identifier: MIT
// What the tokens say about scopes, declarations and names, without a parser of the whole language.
#include "rewrite.h"

// --- scopes ---

// True where the token stands in the body of a function: inside a brace that follows a parameter list.
bool in_function(const struct token *t)
{
    for (struct token *open = t->parent; exists(open); open = open->parent) {
        if (!is(open, "{"))
            continue;
        struct token *before = previous(open);
        while (is(before, "const") || is(before, "noexcept") || is(before, "mutable"))
            before = previous(before);
        while (is(before, "]")) // int (&f())[4] {...}
            before = previous(before->partner);
        if (is(before, ")"))
            return true;
    }
    return false;
}

bool in_device_code(const struct token *t)
{
    for (struct token *open = t->parent; exists(open); open = open->parent) {
        if (!is(open, "{"))
            continue;
        for (struct token *word = previous(open); !ends_earlier(word); word = previous(word))
            if (is(word, "__device__") || is(word, "__global__"))
                return true;
    }
    return false;
}

enum scope scope_of(const struct token *t)
{
    struct token *open = t->parent;
    while (exists(open) && !is(open, "{"))
        open = open->parent;
    if (!exists(open))
        return NAMESPACE;
    for (struct token *word = previous(open); !ends_earlier(word); word = previous(word)) {
        if (is(word, ")")) {
            struct token *before = previous(word->partner);
            if (!is(before, "alignas") && !is(before, "__attribute__"))
                return OTHER;
            word = before;
        }
        if (is(word, "class") || is(word, "struct") || is(word, "union"))
            return CLASS;
        if (is(word, "extern"))
            return C_LINKAGE;
        if (is(word, "namespace"))
            return scope_of(word);
    }
    return OTHER;
}

// --- declarations ---

// After the template arguments that begin at t.
struct token *after_template_arguments(struct token *t)
{
    int depth = 0;
    do {
        depth += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
        t = next_outside(t);
    } while (depth > 0 && exists(t));
    return t;
}

bool is_memory_space(const struct token *t)
{
    return is(t, "__device__") || is(t, "__constant__") || is(t, "__managed__");
}

bool is_word_of_type(const struct token *t)
{
    static const char *const words[] = {"void",     "bool",    "char",     "short",    "int",          "long",
                                        "float",    "double",  "signed",   "unsigned", "const",        "volatile",
                                        "struct",   "class",   "typename", "enum",     "__restrict__", "__restrict",
                                        "restrict", "wchar_t", "char16_t", "char32_t", "auto"};
    for (size_t w = 0; w < sizeof words / sizeof *words; ++w)
        if (is(t, words[w]))
            return true;
    return false;
}

// Whether the brace at `open` begins the members of a type: struct __attribute__((...)) name : base {
static bool opens_type(struct token *open)
{
    for (struct token *t = previous(open); !ends_earlier(t) && !is(t, "="); t = previous(t)) {
        if (is_type_key(t))
            return true;
        if (!is(t, ")"))
            continue;
        t = t->partner;
        if (!is(previous(t), "__attribute__") && !is(previous(t), "alignas"))
            return false; // a function
    }
    return false;
}

static struct token *begin_of_declaration(struct token *word)
{
    struct token *begin = word;
    bool in_head = false; // between a type's first word and its body, where a colon leads to its bases
    for (struct token *t = previous(word); exists(t) && !is(t, ";") && !is(t, "{"); t = previous(t)) {
        if (is(t, "}") && !opens_type(t->partner))
            break;
        in_head |= is(t, "}");
        if (is(t, ")") || is(t, "]") || is(t, "}"))
            t = t->partner;
        else if (is_type_key(t))
            in_head = false;
        else if (is(t, ":") && !is(previous(t), ":") && !is(next(t), ":") && !in_head) // public:
            break;
        begin = t;
    }
    return begin;
}

static bool has_arguments(const struct token *word)
{
    return is(word, "__attribute__") || is(word, "alignas") || is(word, "decltype") || is(word, "__launch_bounds__") ||
           is(word, "__cluster_dims__") || is(word, "__typeof__");
}

static void take_specifier(struct declaration *d, struct token *word)
{
    d->is_extern |= is(word, "extern");
    d->is_inline |= is(word, "inline") || is(word, "__inline__") || is(word, "__inline");
    d->is_const |= is(word, "const") || is(word, "__const__") || is(word, "constexpr");
    if (is(word, "static"))
        d->is_static = word;
}

// The parenthesis after `name`, the last word before it: that of a function's parameters, of a variable's value, or
// of a declarator for a pointer to a function or an array.
static void take_parenthesis(struct declaration *d, struct token *open, struct token *name)
{
    struct token *first = next(open);
    if (is(first, "*") || is(first, "&")) { // to a function or an array
        while (is(first, "*") || is(first, "&") || is(first, "const") || is(first, "volatile"))
            first = next(first);
        d->is_const = false;
        if (is(next(first), "(")) // a function returns it
            d->parameters = next(first);
        else
            d->name = first;
    } else if (first->kind == LITERAL) {
        d->name = name; // float x(1.5f);
    } else {
        d->parameters = open;
    }
}

// Reads the declaration from its begin, up to the name of its first variable or to its parameters.
static void read_declaration(struct declaration *d, struct token *none)
{
    struct token *name = none;
    bool type_body = false; // is the next brace that of a struct, not an initializer's?
    for (struct token *t = d->begin; exists(t); t = next(t)) {
        if (is(t, "operator") || is(t, "typedef") || is(t, "friend") || is(t, "using"))
            return;
        if (is(t, "template")) {
            d->is_template = true;
            d->is_instantiation = !is(next(t), "<");
            t = d->is_instantiation ? t : previous(after_template_arguments(next(t)));
        } else if (is_identifier(t)) {
            take_specifier(d, t);
            type_body |= is_type_key(t);
            name = t;
            if (is(next(t), "(") && has_arguments(t))
                t = next(t)->partner;
        } else if (t->kind == LITERAL) {
            d->is_c = d->is_extern; // extern "C"
        } else if (is(t, "<") && exists(name)) {
            t = previous(after_template_arguments(t));
        } else if ((is(t, "{") && type_body) || (is(t, "[") && is(next(t), "["))) {
            type_body = false;
            t = t->partner;
        } else if (is(t, "*")) {
            d->is_const = false; // what it points to is
        } else if (is(t, "(")) {
            take_parenthesis(d, t, name);
            return;
        } else if (is(t, ";") || is(t, ",") || is(t, "=") || is(t, "[") || is(t, "{")) {
            d->name = name;
            d->elsewhere = is(previous(name), ":");
            return;
        } else if (!is(t, ":") && !is(t, "&")) {
            return;
        }
    }
}

// The declaration that has this word among its specifiers.
struct declaration declaration_at(struct rewriter *r, struct token *word)
{
    struct declaration d = {
        .begin = begin_of_declaration(word), .name = r->end, .is_static = r->end, .parameters = r->end};
    read_declaration(&d, r->end);
    return d;
}

// The name in the declarator that begins at t and ends before `end`: the last identifier before its first '['.
struct token *declared_name(struct rewriter *r, struct token *t, const struct token *end)
{
    struct token *name = r->end;
    for (; t < end && !is(t, "["); t = next(t)) {
        if (is(t, "(") || is(t, "{"))
            t = t->partner;
        else if (is_identifier(t))
            name = t;
    }
    return name;
}

// The semicolon after the token.
struct token *end_of_declaration(struct token *t)
{
    while (exists(t) && !is(t, ";"))
        t = next_outside(t);
    return t;
}

// --- what is called ---

// Before the template arguments that end at `last`; the end, where nothing is.
static struct token *before_template_arguments(struct token *last)
{
    struct token *t = last;
    for (int depth = 1; depth > 0;) {
        t = previous(t);
        if (!exists(t))
            return t;
        if (is(t, ")") || is(t, "]"))
            t = t->partner;
        depth += is(t, ">") ? 1 : is(t, "<") ? -1 : 0;
    }
    return previous(t);
}

static bool is_statement_word(const struct token *t)
{
    return is(t, "return") || is(t, "else") || is(t, "do");
}

// Before the name at *t: what qualifies it, or whose member it is. False where *t is the first token.
static bool go_to_qualifier(struct token **t)
{
    struct token *before = previous(*t);
    if (is(before, "template")) {
        *t = before;
        before = previous(*t);
    }
    struct token *second = previous(before);
    if (is(before, ".")) {
        *t = second;
    } else if (is(before, ">") && is(second, "-")) {
        *t = previous(second);
    } else if (is(before, ":") && is(second, ":")) {
        struct token *scope = previous(second);
        const bool global = (!is_identifier(scope) && !is(scope, ">")) || is_statement_word(scope); // ::name
        *t = global ? second : scope;
        return !global;
    } else {
        return false;
    }
    return true;
}

// The first token of the expression that ends at `last`: name, space::name<int, 3>, table[i], (*pointer),
// object.member.
struct token *callee_begin(struct rewriter *r, struct token *last)
{
    for (struct token *t = last;;) {
        if (is(t, "]")) {
            t = previous(t->partner);
        } else if (is(t, ">")) {
            t = before_template_arguments(t);
            if (!exists(t))
                return t;
        } else if (is(t, ")")) {
            t = t->partner;
            struct token *before = previous(t);
            if (!is_identifier(before) || is_statement_word(before)) // no call
                return t;
            t = before;
        } else if (!is_identifier(t)) {
            return r->end;
        } else if (!go_to_qualifier(&t)) {
            return t;
        }
    }
}

// --- attributes ---

// The tag that makes a name this file's own, even if it is visible outside of the object file.
void add_tag(struct rewriter *r, char **string, const char *more)
{
    addf(string, "__attribute__((%sabi_tag(\"%s\")))", more, r->file_name);
}

// The word about an execution space: the plugin that checks calls between them reads the attribute. clang has them,
// too.
void add_space(struct rewriter *r, char **string, const struct token *word)
{
    if (r->for_wasm && is(word, "__managed__"))
        add(string, " __attribute__((device))");
    else if (r->spaces || r->for_wasm)
        addf(string, " __attribute__((%s%.*s))", r->for_wasm ? "" : "cuda_", (int)word->length - 4,
             word->text + 2); // without the underscores
}
