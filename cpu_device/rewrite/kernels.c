// SPDX-License-Identifier: MIT
// __global__: the body of a kernel moves into a lambda.
#include "rewrite.h"

#include <stdlib.h>

// --- parameters ---

// The types of a kernel's parameters, and what its lambda captures.
struct parameters {
    char *types, *captures;
};

// The last token of a declarator but for its [...], and its name, if it has one.
struct declarator {
    struct token *last, *name;
    size_t words;     // but for qualifiers
    bool pack, inner; // inner: (*name), of a function or an array
};

static struct declarator read_declarator(struct rewriter *r, struct token *begin, const struct token *end)
{
    struct declarator d = {.last = r->end, .name = r->end};
    while (is(begin, "[")) // [[maybe_unused]]
        begin = next(begin->partner);
    for (struct token *t = begin; t < end && !is(t, "=") && !is(t, "["); t = next(t)) {
        d.last = t;
        d.pack |= is(t, ".");
        if (is(t, "(") && (is(next(t), "*") || is(next(t), "&"))) {
            d.inner = true;
            d.last = next(t);
            d.name = is_identifier(next(d.last)) ? next(d.last) : r->end;
            break;
        }
        if (is(t, "<")) {
            const struct token *after = after_template_arguments(t);
            while (next(t) < after)
                t = next(t);
            d.last = t;
        } else if (is(t, "(")) {
            t = d.last = t->partner;
        }
        d.words += !is(t, "const") && !is(t, "volatile") && !is(t, "struct") && !is(t, "typename");
    }
    if (!d.inner && is_identifier(d.last) && !is_word_of_type(d.last) && d.words > 1 && !is(previous(d.last), ":"))
        d.name = d.last;
    return d;
}

// Adds decltype(name) to the types, for the parameter in [begin, end); one that has no name is given one. And &name to
// the captures, if it is a reference: the kernel uses the original, and no copy.
static void add_parameter(struct rewriter *r, struct parameters *all, struct token *begin, const struct token *end)
{
    const struct declarator d = read_declarator(r, begin, end);
    if (!exists(d.last) || (is(d.last, "void") && d.words == 1))
        return;
    add(&all->types, *all->types ? ", decltype(" : "decltype(");
    if (exists(d.name)) {
        add_token(&all->types, d.name);
        struct token *before = previous(d.name);
        while (is(before, "."))
            before = previous(before);
        if (is(before, "&"))
            addf(&all->captures, ", &%.*s%s", (int)d.name->length, d.name->text, d.pack ? "..." : "");
    } else {
        addf(&all->types, "cpu_device_unnamed_%u", r->unnamed);
        addf(&d.last->after, " cpu_device_unnamed_%u [[maybe_unused]]", r->unnamed++);
    }
    add(&all->types, d.pack ? ")..." : ")");
}

static struct parameters parameters_in(struct rewriter *r, struct token *open)
{
    struct parameters all = {NULL, NULL};
    add(&all.types, "");
    add(&all.captures, "[=");
    if (!exists(open))
        return all;
    const struct token *close = open->partner;
    for (struct token *begin = next(open), *t = begin; begin < close; t = next(t)) {
        if (is(t, "=")) // a default argument, up to the next parameter
            while (t < close && !is(t, ","))
                t = next_outside(t);
        if (is(t, ",") || t >= close) {
            add_parameter(r, &all, begin, t);
            begin = next(t);
        }
        if (t >= close)
            break;
        if (is(t, ".") && (is(previous(t), ",") || is(previous(t), "(")))
            fail(r, t, "a __global__ function cannot have ellipsis");
        if (is(t, "(") || is(t, "["))
            t = t->partner;
        else if (is(t, "<"))
            t = previous(after_template_arguments(t));
    }
    return all;
}

// --- limits ---

// What stands before a kernel's name, in brackets: __launch_bounds__(threads, ...), of which the first argument is
// kept, and __cluster_dims__(x, y, z), of which all are.
struct kernel_limits {
    char *threads, *cluster;
};

static bool is_limit(struct token *word)
{
    return (is(word, "__launch_bounds__") || is(word, "__cluster_dims__")) && is(next(word), "(");
}

static void take_limit(struct token *word, struct kernel_limits *limits)
{
    const bool all = is(word, "__cluster_dims__");
    struct token *open = next(word), *end = next(open);
    while (end < open->partner && (all || !is(end, ",")))
        end = next(is(end, "(") ? end->partner : end);
    const char *first = next(open)->text;
    append(all ? &limits->cluster : &limits->threads, first, (size_t)(end->text - first));
    leave_out(word, open->partner);
}

// After the kernel's body, as further arguments.
static void add_limits(char **after, const struct kernel_limits *limits)
{
    if (limits->threads == NULL && limits->cluster == NULL)
        return;
    addf(after, ", %s", limits->threads != NULL ? limits->threads : "1024");
    if (limits->cluster != NULL)
        addf(after, ", ::cpu_device::cluster_shape(%s)", limits->cluster);
}

// --- kernels ---

// The places and names of kernels, for messages of the compiler, which sees lambdas.
static void list_kernel(struct rewriter *r, struct token *open)
{
    if (r->kernel_list == NULL)
        return;
    struct token *name = previous(open); // before the parameters
    while (exists(name) && !is(name, ")"))
        name = previous(name);
    name = exists(name) ? previous(name->partner) : r->end;
    if (!is_identifier(name))
        return;
    struct place begin = place_of(r, open), end = begin;
    go_on(&end, open->text, open->partner->text);
    fprintf(r->kernel_list, "%lu %lu %.*s ", begin.line, end.line, (int)name->length, name->text);
    print_file(r->kernel_list, &begin);
    fprintf(r->kernel_list, "\n");
}

// template __global__ void kernel<float>(float *a);, for the host, where the template has no body: it refers to what
// the device's pass makes. Returns the last token that is done with.
static struct token *refer_to_instance(struct rewriter *r, struct token *begin, struct token *global)
{
    struct token *end = end_of_declaration(global), *open = previous(end);
    while (exists(open) && open > global && !is(open, ")"))
        open = previous(open);
    if (!exists(end) || !is(open, ")"))
        return global;
    open = open->partner;
    struct token *name = callee_begin(r, previous(open));
    if (!exists(name) || name <= global)
        return global;
    leave_out(begin, name - 1);
    leave_out(open, end - 1);
    addf(&name->before, "__attribute__((used)) static void (*const cpu_device_instance_%u)", r->instances++);
    for (const char *c = open->text; c < open->partner->text + 1; ++c)
        append(&name->before, *c == '\n' ? " " : c, 1);
    add(&name->before, " = ");
    return end;
}

// Refuses what a kernel returns, as far as the words before its name say it. The plugin knows all types.
static void must_return_void(struct rewriter *r, struct token *global, struct token *begin, struct token *parameters)
{
    if (!exists(parameters))
        return;
    const bool has_arrow = is(next(parameters->partner), "-");
    const struct token *name = callee_begin(r, previous(parameters)), *end = exists(name) ? name : parameters;
    bool is_void = false, is_auto = false, is_other = false;
    for (struct token *t = begin; t < end;) {
        if (is(t, "<")) { // template parameters or arguments
            t = after_template_arguments(t);
            continue;
        }
        if (is(t, "(") || is(t, "["))
            t = t->partner;
        is_void |= is(t, "void");
        is_auto |= is(t, "auto");
        is_other |= is(t, "*") || is(t, "&") || is(t, "bool") || is(t, "char") || is(t, "short") || is(t, "int") ||
                    is(t, "long") || is(t, "signed") || is(t, "unsigned") || is(t, "float") || is(t, "double");
        t = next(t);
    }
    if (is_auto && !is_void && !has_arrow)
        fail(r, global, "a __global__ function must not have a deduced return type");
    if (is_other || (!is_void && !is_auto && !r->spaces))
        fail(r, global, "a __global__ function must have a void return type");
}

// The words before __global__.
static void read_words_before(struct rewriter *r, struct token *begin, struct token *global,
                              struct kernel_limits *limits)
{
    bool is_friend = false;
    for (struct token *t = begin; t < global; t = next(t)) {
        is_friend |= is(t, "friend");
        if (is_limit(t))
            take_limit(t, limits);
    }
    if (scope_of(global) == CLASS && !is_friend)
        fail(r, global, "a __global__ function or function template cannot be a member function");
}

static void add_attributes(struct rewriter *r, const struct declaration *d, struct token *global)
{
    add(&global->instead, "");
    if (!r->for_host && !d->is_instantiation)
        add(&global->instead, r->for_module ? "__attribute__((used, retain, noinline))" // by name
                                            : "__attribute__((used, noinline))");       // by the other pass
    if (exists(d->is_static) && scope_of(global) == NAMESPACE) {
        add(&d->is_static->instead, "");
        add_tag(r, &global->instead, "");
    }
    if (!d->is_instantiation)
        add_space(r, &global->instead, global);
}

// Whether the parenthesis at t is that of a kernel's parameters, and not of an attribute.
static bool opens_parameters(struct token *t)
{
    const struct token *before = previous(t);
    return is(t, "(") &&
           ((is_identifier(before) && !is(before, "__launch_bounds__") && !is(before, "__cluster_dims__") &&
             !is(before, "__attribute__") && !is(before, "noexcept") && !is(before, "alignas")) ||
            is(before, ">"));
}

// The body that begins at the brace. `parameters` is the parenthesis before it.
static void move_body(struct rewriter *r, struct token *open, struct token *parameters,
                      const struct kernel_limits *limits)
{
    list_kernel(r, open);
    struct parameters all = parameters_in(r, parameters);
    const char *lambda = r->debug      ? "() mutable -> void {"
                         : r->for_wasm ? "() __attribute__((always_inline)) mutable -> void {" // clang's order
                                       : "() mutable __attribute__((always_inline)) -> void {";
    addf(&open->after, " ::cpu_device::%s<%s>(__func__, ::cpu_device::held{%s]%s",
         r->checked ? "checked_kernel" : "kernel", all.types, all.captures, lambda);
    free(all.types);
    free(all.captures);
    mark_returns(r, open);
    add(&open->partner->before, "}}");
    add_limits(&open->partner->before, limits);
    add(&open->partner->before, ");");
}

// A declaration only loses the word. What take_limit() takes goes too, and then follows the body. The types of the
// parameters go with it as well, so that the kernel can be launched by its address (launch.h). Returns the last token
// that is done with.
struct token *rewrite_kernel(struct rewriter *r, struct token *global)
{
    struct declaration d = declaration_at(r, global);
    struct kernel_limits limits = {NULL, NULL};
    read_words_before(r, d.begin, global, &limits);
    if (d.is_instantiation && r->for_host)
        return refer_to_instance(r, d.begin, global);
    add_attributes(r, &d, global);
    struct token *parameters = r->end, *done = global;
    for (struct token *t = next(global); exists(t) && !is(t, ";"); t = next(t)) {
        if (is(t, "{") && r->for_host) {
            leave_out(t, t->partner);
            add(&t->before, ";");
            done = t->partner;
            break;
        }
        if (is(t, "{")) {
            move_body(r, t, parameters, &limits);
            break;
        }
        if (is_limit(t))
            take_limit(t, &limits);
        if (exists(parameters) && (is(t, "noexcept") || is(t, "throw")))
            fail(r, t, "an exception specification is not allowed for a __global__ function");
        const bool in_arrow = exists(parameters) && is(next(parameters->partner), "-"); // -> decltype(a)
        if (!in_arrow && opens_parameters(t))
            parameters = t;
        if (is(t, "(") || is(t, "["))
            t = t->partner;
    }
    must_return_void(r, global, d.begin, parameters);
    free(limits.threads);
    free(limits.cluster);
    return done;
}
