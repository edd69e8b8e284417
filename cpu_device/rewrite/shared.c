// SPDX-License-Identifier: MIT
// __shared__: variables of a block, and dynamic shared memory.
#define _GNU_SOURCE // memmem
#include "rewrite.h"

// alignas(...) may not stand between the words of a declaration, where CUDA C++ allows it: it goes to the front. Of a
// pointer to memory that is aligned anyway, it is left out.
static void move_alignas(struct token *begin, const struct token *end, bool keep)
{
    for (struct token *t = keep ? next(begin) : begin; t < end; t = next(t)) {
        if (!is(t, "alignas") || !is(next(t), "("))
            continue;
        struct token *close = next(t)->partner;
        for (struct token *word = t; keep && word <= close; ++word)
            if (word->kind == TRIVIA)
                add(&begin->before, " ");
            else
                add_token(&begin->before, word);
        if (keep)
            add(&begin->before, " ");
        leave_out(t, close);
        t = close;
    }
}

// The brace in which the token stands; the end outside of any.
static struct token *enclosing_brace(const struct token *t)
{
    struct token *open = t->parent;
    while (exists(open) && !is(open, "{"))
        open = open->parent;
    return open;
}

// Has the same scope declared this name before, as it may? Else it has now.
static bool declared_before(struct rewriter *r, struct token *name)
{
    struct token_list *names = &r->shared_names;
    for (size_t n = 0; n < names->count; ++n)
        if (same_text(names->item[n], name) && enclosing_brace(names->item[n]) == enclosing_brace(name))
            return true;
    add_to_list(names, name);
    return false;
}

// --- dynamic ---

// Here the array is a pointer. So &name, as in (int *)&name, becomes the address of the array. &name[0] is the same for
// both, and not changed.
static void rewrite_addresses(const struct token *name, struct token *begin)
{
    const struct token *end = enclosing_brace(name)->partner;
    for (struct token *t = begin; t < end; ++t) {
        struct token *used = next(t), *after = next(used);
        const struct token *before = previous(t);
        if (!is(t, "&") || is(t - 1, "&") || is(t + 1, "&") || (is_identifier(before) && !is(before, "return")))
            continue;
        if (used < end && same_text(used, name) && !is(after, "[") && !is(after, ".") &&
            !(is(after, "-") && is(after + 1, ">"))) {
            add(&used->before, "::cpu_device::as_array(");
            add(&used->after, ")");
        }
    }
}

// An array outside of all functions, which is declared from `first` on.
static void rewrite_global_array(struct rewriter *r, struct token *first, struct token *name)
{
    addf(&first->instead, "static %s::cpu_device::dynamic_shared_array<",
         r->for_host ? "__attribute__((unused)) " : "");
    add(&name->before, "> ");
    if (is(next(next(name)->partner), "["))
        fail(r, next(name), "outside a function, an extern __shared__ array has one dimension here");
    for (struct token *t = first; t < name; ++t) // an alignment is no part of the type; the memory is aligned to 1024
        if (is(t, "__attribute__") || is(t, "alignas"))
            for (struct token *word = t, *last = next(t)->partner; word <= last; ++word)
                add(&word->instead, "");
}

// The array's name, for reports.
static void list_array(struct rewriter *r, const struct token *name, char **after)
{
    const int length = (int)name->length;
    if (r->for_wasm)
        addf(after,
             " __attribute__((used, section(\"cpu_device_dynamic\"))) static const char "
             "cpu_device_dynamic_name_%.*s[] = \"%.*s\";",
             length, name->text, length, name->text);
    else
        addf(after, " asm(\".pushsection cpu_device_dynamic,\\\"aR\\\"\\n.asciz \\\"%.*s\\\"\\n.popsection\");", length,
             name->text);
}

static void rewrite_dynamic_shared(struct rewriter *r, struct token *external, struct token *shared, struct token *end)
{
    struct token *first = external < shared ? external : shared;
    struct token *name = declared_name(r, first, end), *open = next(name);
    bool local = in_function(shared);
    if (!local && declared_before(r, name)) {
        leave_out(first, end);
        return;
    }
    const bool rows = is(next(open->partner), "["); // extern __shared__ float tile[][32];
    add(&external->instead, "");
    add(&shared->instead, local && r->spaces ? "__attribute__((cuda_dynamic_shared))" : "");
    add(&open->instead, "");
    add(&open->partner->instead, "");
    if (!local) {
        rewrite_global_array(r, first, name);
        return;
    }
    add(&name->before, rows ? "(*const " : "*const ");
    move_alignas(declaration_at(r, shared).begin, name, false);
    if (rows)
        add(&name->after, ")");
    add(&previous(end)->after, " = ::cpu_device::dynamic_shared()");
    if (!r->for_host && scope_of(shared) != CLASS)
        list_array(r, name, &end->after);
    rewrite_addresses(name, end);
}

// --- static ---

// The limit on one variable holds at compile time; that on the sum of a kernel's variables, at its launch.
static void limit_sizes(struct rewriter *r, struct token *shared, struct token *end)
{
    for (struct token *begin = next(shared), *t = begin; begin < end; t = next(t)) {
        if (is(t, ",") || t == end) {
            const struct token *name = declared_name(r, begin, t);
            if (exists(name))
                addf(&end->after,
                     " static_assert(sizeof(%.*s) <= ::cpu_device::max_static_shared, "
                     "\"too much shared data: a block has 48 KB of static shared memory\");",
                     (int)name->length, name->text);
            begin = next(t);
            if (t == end)
                return;
        } else if (opens(t)) {
            t = t->partner;
        } else if (is(t, "<")) { // template arguments of the type
            int depth = 1;
            while (depth > 0 && (t = next(t)) < end)
                depth += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
            if (t >= end)
                return;
        }
    }
}

static void add_storage(struct rewriter *r, const struct declaration *d, struct token *shared)
{
    const char *word = exists(d->is_static) ? "" : "static";
    if (r->for_wasm) // a block is alone
        addf(&shared->instead, "__attribute__((used, section(\"cpu_device_shared\"))) %s", word);
    else
        add(&shared->instead, r->for_host ? word : "thread_local");
    add_space(r, &shared->instead, shared);
}

// The word extern before or after __shared__, which the semicolon at `end` ends; the end where there is none.
static struct token *find_extern(struct rewriter *r, struct token *shared, const struct token *end)
{
    struct token *found = r->end;
    for (struct token *t = next(shared); t < end; t = next_outside(t)) {
        if (is(t, "extern"))
            found = t;
        if (is(t, "="))
            fail(r, shared, "an initializer is not allowed for a __shared__ variable: let a thread assign to it");
    }
    if (!exists(end))
        return r->end;
    for (struct token *t = previous(shared); is_identifier(t) || is(t, ")"); t = previous(t)) {
        if (is(t, ")"))
            t = t->partner; // __attribute__((aligned(16)))
        else if (is(t, "extern"))
            found = t;
    }
    return found;
}

void rewrite_shared(struct rewriter *r, struct token *shared)
{
    struct token *end = end_of_declaration(next(shared)), *external = find_extern(r, shared, end);
    if (!exists(end))
        return;
    if (exists(external)) {
        struct token *open = next(declared_name(r, external < shared ? external : shared, end));
        if (is(open, "[") && next(open) == open->partner) {
            rewrite_dynamic_shared(r, external, shared, end);
            return;
        }
        static const char suppressed[] = "nv_diag_suppress 20044";
        add(&external->instead, ""); // of a known size: static, as for nvcc, which warns
        if (!r->for_host &&
            memmem(r->source, (size_t)(r->source_end - r->source), suppressed, strlen(suppressed)) == NULL)
            warn(r, shared,
                 "extern __shared__ with a size declares static shared memory: the launch gives the "
                 "size of extern __shared__ T name[]; alone");
    }
    const struct declaration d = declaration_at(r, shared);
    move_alignas(d.begin, end, true);
    add_storage(r, &d, shared);
    limit_sizes(r, shared, end);
}
