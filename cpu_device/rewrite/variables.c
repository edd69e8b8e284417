// SPDX-License-Identifier: MIT
// __device__, __constant__, __managed__ and __host__: variables of the device, and functions of both sides.
#include "rewrite.h"

// --- what the file declares ---

// The names of the device's variables that the file declares as extern.
static void find_extern_names(struct rewriter *r)
{
    r->knows_extern_names = true;
    for (struct token *t = r->tokens; exists(t); ++t) {
        if (!is(t, "extern"))
            continue;
        bool on_device = is_memory_space(previous(t));
        for (struct token *name = next(t); exists(name) && !is(name, ";") && !is(name, "("); name = next(name)) {
            on_device |= is_memory_space(name);
            const struct token *after = next(name);
            if (on_device && is_identifier(name) && (is(after, ";") || is(after, ",") || is(after, "[")))
                add_to_list(&r->extern_names, name);
        }
    }
}

// Does the file declare one of the variables from `name` to the end of the declaration as extern, too?
static bool declared_extern(struct rewriter *r, struct token *name)
{
    if (!r->knows_extern_names)
        find_extern_names(r);
    for (struct token *t = name; r->extern_names.count > 0 && exists(t) && !is(t, ";"); t = next(t))
        for (size_t n = 0; n < r->extern_names.count; ++n)
            if (same_text(t, r->extern_names.item[n]))
                return true;
    return false;
}

// The next word of a declaration, past the members of a type.
static struct token *next_specifier(struct token *t)
{
    return next(is(t, "{") ? t->partner : t);
}

// pair(A, B) -> pair<A, B>; which takes no attributes.
static bool is_deduction_guide(const struct declaration *d)
{
    if (!exists(d->parameters))
        return false;
    for (struct token *t = d->begin; t < d->parameters; t = next(t))
        if (is(t, "auto") || is(t, "operator"))
            return false;
    struct token *arrow = next(d->parameters->partner);
    return is(arrow, "-") && is(next(arrow), ">");
}

static bool of_the_host_too(const struct declaration *function)
{
    for (struct token *t = function->begin; t < function->parameters; t = next(t))
        if (is(t, "__host__"))
            return true;
    return false;
}

// --- changes ---

// After a declaration: where its variables lie, for cudaDeviceReset() and for the copies of several devices.
static void list_variables(struct rewriter *r, struct token *first, bool managed)
{
    struct token *end = end_of_declaration(first); // none: what does not compile
    for (struct token *t = first; t < end && exists(end); t = next(t)) {
        if (t == first || is(t, ",")) {
            struct token *name = t == first ? t : next(t);
            while (is(name, "*") || is(name, "const"))
                name = next(name);
            if (!is_identifier(name))
                return;
            addf(&end->after,
                 " __attribute__((used, retain, section(\"cpu_device_%s\"))) static const ::cpu_device::variable "
                 "cpu_device_variable_%u = {__builtin_addressof(%.*s), sizeof %.*s};",
                 managed ? "managed" : "variables", r->listed++, (int)name->length, name->text, (int)name->length,
                 name->text);
            t = name;
        }
        if (opens(t))
            t = t->partner;
        else if (is(t, "<")) // of an initializer
            return;
    }
}

// A lambda's words stand before its parameters, where the compiler takes no attributes: [=] __device__ (int i) {...}
static void rewrite_lambda(struct rewriter *r, struct token *word)
{
    struct token *t = next(word);
    while (is_memory_space(t) || is(t, "__host__"))
        t = next(t);
    char **place = &word->instead;
    if (is(t, "(")) {
        t = t->partner;
        while (is(next(t), "mutable") || is(next(t), "constexpr"))
            t = next(t);
        place = &t->after;
    } else if (r->spaces || r->for_wasm) {
        add(place, "()");
    }
    add_space(r, place, word);
}

// A variable of a type without a name is the pass's own to the compiler, however it is declared. The type is named
// after it: struct {...} pair; becomes struct cpu_device_type_of_pair {...} pair;
static void name_type(const struct declaration *d)
{
    bool unnamed = false;
    for (struct token *t = d->begin; t < d->name; t = next_specifier(t)) {
        if (is_type_key(t)) {
            unnamed = true;
        } else if (unnamed && (is(t, "__attribute__") || is(t, "alignas"))) {
            t = next(t)->partner;
        } else if (unnamed && (is(t, "{") || is(t, ":"))) {
            addf(&t->before, "cpu_device_type_of_%.*s ", (int)d->name->length, d->name->text);
            return;
        } else {
            unnamed = false;
        }
    }
}

// `before` is what stands before the words about spaces.
static void rewrite_function(struct rewriter *r, const struct declaration *d, struct token *word,
                             const struct token *before)
{
    if (is_deduction_guide(d))
        return;
    // An attribute there would be the type's.
    const bool behind_type = (is(before, "*") || is(before, "&")) && !d->is_template;
    char **place = behind_type ? &d->begin->before : &word->instead;
    // Where other files call it, theirs is the one of the device's pass.
    const bool weak = scope_of(word) != CLASS && !exists(d->is_static) && !d->is_inline && !d->is_const &&
                      !d->is_template && exists(d->parameters) && !of_the_host_too(d);
    if (r->for_host && is(word, "__device__"))
        add(place, weak ? "__attribute__((unused, weak)) " : "__attribute__((unused)) ");
    add_space(r, place, word);
    if (behind_type)
        add(place, " ");
}

static bool has_word(const struct declaration *d, const struct token *end, bool (*is_it)(const struct token *))
{
    for (struct token *t = d->begin; t < end; t = next_specifier(t))
        if (is_it(t))
            return true;
    return false;
}

static bool is_shared(const struct token *t)
{
    return is(t, "__shared__");
}

static bool is_managed(const struct token *t)
{
    return is(t, "__managed__");
}

static bool is_brace(const struct token *t)
{
    return is(t, "{");
}

// The device finds constants by the names of their sections; each has its own, for not all are `const`.
static void add_section(struct rewriter *r, char **instead)
{
    if (r->for_wasm) // where the linker joins sections of one name, and finds those whose names are identifiers
        add(instead, "__attribute__((section(\"cpu_device_constants\"))) ");
    else
        addf(instead, "__attribute__((section(\"cpu_device_constants.%u\"))) ", r->constants++);
}

// Which files and passes see the variable: `defined` here, in this `scope`.
static void add_linkage(struct rewriter *r, const struct declaration *d, char **instead, bool defined, enum scope scope)
{
    const bool is_static = exists(d->is_static);
    const bool own = defined && scope == NAMESPACE && !d->is_c && !d->elsewhere &&
                     (is_static || !(r->relocatable || r->for_module || declared_extern(r, d->name)));
    if (r->for_module && d->is_c) // which list_variables() leaves out
        add(instead, "__attribute__((used, retain))");
    if (own && d->is_const) {
        add(instead, is_static ? "" : "static ");
        add(instead, r->for_host ? "__attribute__((unused))" : "__attribute__((used))");
    } else if (own) {
        if (is_static)
            add(&d->is_static->instead, "");
        add_tag(r, instead, r->for_host ? "weak, " : "used, ");
    } else if (defined && r->for_host && !d->is_const) {
        add(instead, "__attribute__((weak))");
    } else if ((d->is_template || d->is_inline) && !d->is_const && scope == NAMESPACE && !d->is_extern) {
        struct token *end = end_of_declaration(d->name);
        if (exists(end)) { // cucc recognizes it by its name
            add(instead, r->for_host ? "" : "__attribute__((used))");
            add(&d->begin->before, "inline namespace _GLOBAL__N_device {");
            add(&end->after, "}");
        }
    }
}

static void rewrite_variable(struct rewriter *r, const struct declaration *d, struct token *word)
{
    const enum scope scope = scope_of(word);
    if (scope != CLASS && !exists(d->is_static) && !d->is_extern && in_function(word))
        fail(r, word, "an automatic \"%.*s\" variable declaration is not allowed inside a %s function body",
             (int)word->length, word->text, in_device_code(word) ? "device" : "host");
    const bool defined =
        !d->is_extern && (scope == NAMESPACE || scope == C_LINKAGE) && !d->is_template && !d->is_inline;
    // struct S {...} __device__ s; where an attribute would be the type's
    char **instead = has_word(d, word, is_brace) ? &d->begin->before : &word->instead;
    if (is(word, "__constant__") && !d->is_extern && !r->for_host)
        add_section(r, instead);
    add_space(r, instead, word);
    if (has_word(d, word, is_memory_space))
        return; // done for its first word
    if (defined)
        name_type(d);
    if (defined && !r->for_host && !d->is_c && !d->elsewhere) // a GPU's reset does not change managed ones, and all
        list_variables(r, d->name, is_managed(word) || has_word(d, d->name, is_managed)); // devices share them
    add_linkage(r, d, instead, defined, scope);
}

void rewrite_space(struct rewriter *r, struct token *word)
{
    add(&word->instead, "");
    struct token *before = previous(word);
    while (is_memory_space(before) || is(before, "__host__"))
        before = previous(before);
    if (is(before, "]") && !is(before->partner + 1, "[")) {
        rewrite_lambda(r, word);
        return;
    }
    const struct declaration d = declaration_at(r, word);
    const bool behind_parameters = is(before, ")") && !is(previous(before->partner), "__attribute__");
    if (d.is_instantiation || behind_parameters || is(before, "class") || is(before, "struct") || is(before, "union"))
        return;
    if (!exists(d.name))
        rewrite_function(r, &d, word, before);
    else if (!is(word, "__host__") && !has_word(&d, d.name, is_shared)) // __device__ __shared__ is no other memory
        rewrite_variable(r, &d, word);
}

// The names in an unnamed namespace are the file's own. Both passes must give them the same linker names.
void rewrite_unnamed_namespace(struct rewriter *r, struct token *word)
{
    add(&word->before, "inline ");
    addf(&word->after, " _GLOBAL__N_%s", r->file_name);
}

// texture<float, 2> name; as CUDA had it until its release 12.
void refuse_texture_reference(struct rewriter *r, struct token *word)
{
    if (!is(next(word), "<"))
        return;
    struct token *t = next(next(word));
    while (is_identifier(t) || is(t, ",") || is(t, ":") || t->kind == LITERAL)
        t = next(t);
    if (is(t, ">") && is_identifier(next(t)) && (is(next(next(t)), ";") || is(next(next(t)), ",")))
        fail(r, word,
             "CUDA 12 removed texture references: use cudaCreateTextureObject(), and give the texture object to the "
             "kernel");
}
