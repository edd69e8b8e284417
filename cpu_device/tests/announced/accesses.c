// SPDX-License-Identifier: MIT
// accesses: lists the loads and stores of a program's kernels that nobody announces to the checks. It reads the machine
// code, so it sees what every pass of g++ has made.
//
//   { objdump -h PROGRAM; objdump -d -l --no-show-raw-insn PROGRAM; } | accesses
//
// It looks at the checked copy of each kernel and at all functions that these call. An access is announced if its
// function calls a hook at the same source line: one that announces a store, for a store. No announcement is needed on
// the stack, in constants, and for the thread's own indices. A struct that a function returns by a pointer goes to its
// caller's stack; a call that gives it another address is listed.
//
// Each line: the file and line of the source, the instruction's kind (load, store, result), and the instruction. The
// last line: how many kernels there are. What it cannot see: on a line with several stores, which of them is announced.
#include "disassembly.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- what registers hold ---

static const char *slots[most_slots]; // of the function that is looked at, as its operands name them
static int slot_count;

// The number of a 64-bit register; -1: it is another one. `text` is at the %.
static int number_of(const char *text)
{
    static const char *const names[] = {"%rax", "%rcx", "%rdx", "%rbx", "%rsp", "%rbp", "%rsi", "%rdi",
                                        "%r8",  "%r9",  "%r10", "%r11", "%r12", "%r13", "%r14", "%r15"};
    const size_t length = strcspn(text, ",)");
    for (int i = 0; i < registers; ++i)
        if (strlen(names[i]) == length && strncmp(text, names[i], length) == 0)
            return i;
    return -1;
}

// The register of which `text` names the low part, or all.
static int part_of(const char *text)
{
    static const char *const parts[][4] = {{"%eax", "%ax", "%al", "%ah"}, {"%ecx", "%cx", "%cl", "%ch"},
                                           {"%edx", "%dx", "%dl", "%dh"}, {"%ebx", "%bx", "%bl", "%bh"},
                                           {"%esp", "%sp", "%spl", ""},   {"%ebp", "%bp", "%bpl", ""},
                                           {"%esi", "%si", "%sil", ""},   {"%edi", "%di", "%dil", ""}};
    const int whole = number_of(text);
    if (whole >= 0)
        return whole;
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 4; ++k)
            if (strcmp(text, parts[i][k]) == 0)
                return i;
    return text[0] == '%' && text[1] == 'r' && isdigit((unsigned char)text[2]) ? atoi(text + 2) : -1;
}

static bool is_memory(const char *operand)
{
    return *operand != '*' && (strchr(operand, '(') != NULL || strchr(operand, ':') != NULL);
}

static enum value joined(enum value a, enum value b)
{
    return a == UNSEEN ? b : b == UNSEEN || a == b ? a : OTHER;
}

// -1: there are too many.
static int slot_at(const char *where)
{
    int i = 0;
    while (i < slot_count && strcmp(slots[i], where) != 0)
        ++i;
    if (i == most_slots)
        return -1;
    if (i == slot_count)
        slots[slot_count++] = where;
    return i;
}

// What an address points to, that a memory operand has.
static enum value pointed_to(const struct instruction *in, const char *operand, const struct state *s)
{
    if (strstr(operand, "(%rip)") != NULL)
        return is_constant(in->target) ? CONSTANT : OTHER;
    enum value result = OTHER;
    for (const char *c = strchr(operand, '('); c != NULL && *c != '\0'; ++c) {
        const int r = *c == '%' ? number_of(c) : -1;
        if (r >= 0 && s->of[r] != OTHER && s->of[r] != UNSEEN)
            result = s->of[r];
    }
    return result;
}

// The value that a load gives.
static enum value loaded(const struct instruction *in, const char *operand, const struct state *s)
{
    if (strstr(operand, "(%rip)") != NULL && is_constant(in->target))
        return TABLE; // of addresses: where the thread's indices are, say
    const int slot = pointed_to(in, operand, s) == STACK ? slot_at(operand) : -1;
    return slot >= 0 && s->slot[slot] != UNSEEN ? s->slot[slot] : OTHER;
}

static enum value sum_of(enum value a, enum value b)
{
    return a == OTHER || a == TABLE ? b : a;
}

static void follow(const struct instruction *in, struct state *s)
{
    static const int lost[] = {RAX, RCX, RDX, RSI, RDI, R8, R9, R10, R11};
    if (begins(in->name, "call")) {
        for (size_t i = 0; i < sizeof lost / sizeof *lost; ++i)
            s->of[lost[i]] = OTHER;
        return;
    }
    if (in->operands == 0)
        return;
    const char *to = in->operand[in->operands - 1], *from = in->operand[0];
    const int r = part_of(to), whole = number_of(to), source = number_of(from);
    if (begins(in->name, "mov") && is_memory(to) && pointed_to(in, to, s) == STACK) {
        const int slot = slot_at(to);
        if (slot >= 0)
            s->slot[slot] = source >= 0 ? s->of[source] : OTHER;
        return;
    }
    static const char *const only_read[] = {"cmp",    "test",   "push", "ucomiss", "ucomisd",
                                            "comiss", "comisd", "bt",   NULL};
    char plain[24];
    snprintf(plain, sizeof plain, "%s", in->name);
    for (size_t n = strlen(plain); n > 3 && strchr("bwlq", plain[n - 1]) != NULL; n = 0)
        plain[n - 1] = '\0';
    if (r < 0 || is_memory(to) || is_one_of(plain, only_read) || is_one_of(in->name, only_read) || in->name[0] == 'j' ||
        (r == RSP && strcmp(in->name, "mov") != 0 && strcmp(in->name, "lea") != 0))
        return;
    if (strcmp(in->name, "mov") == 0 && whole >= 0 && in->operands == 2)
        s->of[r] = source >= 0 ? s->of[source] : is_memory(from) ? loaded(in, from, s) : OTHER;
    else if (strcmp(in->name, "lea") == 0 && whole >= 0)
        s->of[r] = pointed_to(in, from, s);
    else if (begins(in->name, "add") && whole >= 0)
        s->of[r] = sum_of(s->of[r], source >= 0 ? s->of[source] : OTHER);
    else if ((begins(in->name, "sub") || begins(in->name, "and")) && whole >= 0)
        ;
    else if (begins(in->name, "cmov") && whole >= 0 && source >= 0)
        s->of[r] = joined(s->of[r], s->of[source]);
    else
        s->of[r] = OTHER;
    s->of[RSP] = STACK;
}

static bool arrive(struct instruction *in, const struct state *s)
{
    bool changed = false;
    for (int r = 0; r < registers; ++r) {
        const unsigned char v = joined(in->before.of[r], s->of[r]);
        changed |= v != in->before.of[r];
        in->before.of[r] = v;
    }
    for (int i = 0; i < most_slots; ++i) {
        const unsigned char v = joined(in->before.slot[i], s->slot[i]);
        changed |= v != in->before.slot[i];
        in->before.slot[i] = v;
    }
    return changed;
}

static struct instruction *at_address(const struct function *f, unsigned long address)
{
    for (size_t i = f->first; i < f->last; ++i)
        if (all[i].address == address)
            return &all[i];
    return NULL;
}

static bool is_padding(const struct instruction *in)
{
    return begins(in->name, "nop") || strncmp(in->text, "xchg   %ax,%ax", 14) == 0;
}

// Ubuntu's g++ ends many functions with a call that never returns; other code may follow.
static bool never_returns(const struct instruction *in)
{
    return in->called != NULL && begins(in->called, "__stack_chk_fail");
}

// Once through the function. False: nothing has changed.
static bool sweep(const struct function *f)
{
    bool changed = false;
    for (size_t i = f->first; i < f->last; ++i) {
        struct instruction *in = &all[i];
        if (in->before.of[RSP] == UNSEEN)
            continue;
        struct state s = in->before;
        follow(in, &s);
        if (in->name[0] == 'j' && in->target != 0) {
            struct instruction *target = at_address(f, in->target);
            changed |= target != NULL && arrive(target, &s);
        }
        const bool ends =
            begins(in->name, "jmp") || begins(in->name, "ret") || strcmp(in->name, "ud2") == 0 || never_returns(in);
        if (!ends && i + 1 < f->last)
            changed |= arrive(&all[i + 1], &s);
    }
    return changed;
}

// Until nothing changes. Where no path comes that is known, as from a table of jumps, nothing is known.
static void follow_function(struct function *f)
{
    struct state start, nothing;
    memset(&nothing, OTHER, sizeof nothing);
    nothing.of[RSP] = STACK;
    start = nothing;
    start.of[RDI] = RESULT;
    slot_count = 0;
    for (size_t i = f->first; i < f->last; ++i)
        memset(&all[i].before, UNSEEN, sizeof all[i].before);
    arrive(&all[f->first], &start);
    for (;;) {
        while (sweep(f))
            ;
        size_t i = f->first;
        while (i < f->last && (all[i].before.of[RSP] != UNSEEN || is_padding(&all[i])))
            ++i;
        if (i == f->last)
            break;
        arrive(&all[i], &nothing);
    }
    f->gives_result = false;
    for (size_t i = f->first; i < f->last; ++i)
        f->gives_result |= begins(all[i].name, "ret") && all[i].before.of[RAX] == RESULT;
}

// --- accesses and announcements ---

enum { LOAD = 1, STORE = 2 };

// What an instruction does to its operand of that number, which is memory.
static int effect(const struct instruction *in, int number)
{
    static const char *const nothing[] = {"lea", "nop", "nopw", "nopl", "prefetcht0", "prefetchw", "prefetchnta", NULL};
    static const char *const stores[] = {"mov",       "set",  "pop",      "fst",  "fist", "pextr",
                                         "extractps", "vmov", "vextract", "fnst", "stos", NULL};
    static const char *const loads[] = {"cmp", "test", "push", "call", "jmp", "ucomis", "comis", "bt",
                                        "mul", "imul", "div",  "idiv", "fld", "fild",   "ptest", NULL};
    if (is_one_of(in->name, nothing))
        return 0;
    if (number < in->operands - 1)
        return LOAD;
    if (begins(in->name, "cmpxchg"))
        return LOAD | STORE;
    for (const char *const *word = stores; *word != NULL; ++word)
        if (begins(in->name, *word))
            return STORE;
    for (const char *const *word = loads; *word != NULL; ++word)
        if (begins(in->name, *word))
            return LOAD;
    return LOAD | STORE;
}

// What a hook announces; 0: it is none.
static int announces(const char *name)
{
    if (begins(name, "cpu_device_"))
        return LOAD | STORE;
    if (!begins(name, "__tsan_"))
        return 0;
    if (strstr(name, "atomic") != NULL)
        return LOAD | STORE;
    return (strstr(name, "read") != NULL ? LOAD : 0) |
           (strstr(name, "write") != NULL || strstr(name, "update") ? STORE : 0);
}

static int announced(const struct function *f, const char *place)
{
    int result = 0;
    for (size_t i = f->first; i < f->last; ++i)
        if (all[i].called != NULL && strcmp(all[i].place, place) == 0)
            result |= announces(all[i].called);
    return result;
}

static void list(const struct instruction *in, const char *kind)
{
    const char *slash = strrchr(in->place, '/');
    printf("%s\t%s\t%s\n", slash ? slash + 1 : in->place, kind, in->text);
}

// Its first argument points to its thread's own copy of the arguments.
static bool is_kernel(const struct function *f)
{
    return strstr(f->name, "run_checked_body") != NULL;
}

// To store a part of a word, a bit field, an instruction may load the rest of the word. Its store is announced.
static bool stores_it_again(const struct function *f, const struct instruction *load, const char *operand)
{
    for (size_t i = f->first; i < f->last; ++i) {
        const struct instruction *in = &all[i];
        const int last = in->operands - 1;
        if (last < 0 || strcmp(in->place, load->place) != 0 || (effect(in, last) & STORE) == 0)
            continue;
        const bool same_variable = strstr(operand, "(%rip)") != NULL && in->target == load->target;
        if (same_variable || strcmp(in->operand[last], operand) == 0)
            return true;
    }
    return false;
}

// How many bytes from the address that a hook gets it announces.
static long bytes_of(const char *hook)
{
    const char *digits = hook + strcspn(hook, "0123456789@>");
    const long size = strtol(digits, NULL, 10);
    return strstr(hook, "range") || begins(hook, "cpu_device_") ? 4096 : strstr(hook, "atomic") ? size / 8 : size;
}

// Whether `name` is the one register of an address, "%rbx)", or was copied from or to it just before.
static bool is_base(const struct function *f, const struct instruction *before, const char *name, const char *address)
{
    const size_t length = strcspn(address, ")");
    if (strcspn(address, ",") < length)
        return false;
    if (strlen(name) == length && strncmp(name, address, length) == 0)
        return true;
    for (const struct instruction *in = before - 1; in >= &all[f->first] && in->called == NULL; --in) {
        if (in->operands != 2 || !begins(in->name, "mov"))
            continue;
        const char *from = in->operand[0], *to = in->operand[1];
        if ((strcmp(from, name) == 0 && strlen(to) == length && strncmp(to, address, length) == 0) ||
            (strcmp(to, name) == 0 && strlen(from) == length && strncmp(from, address, length) == 0))
            return true;
    }
    return false;
}

// Does the code before a call give it this address, or a lower one near it? lea 0x8(%rbx),%rdi, or mov %rbx,%rdi
static bool is_given(const struct function *f, const struct instruction *call, const char *operand)
{
    const long offset = strtol(operand, NULL, 16), size = bytes_of(call->called);
    const char *const registers_at = strchr(operand, '(');
    for (const struct instruction *in = call - 1; in >= &all[f->first] && in->called == NULL; --in) {
        if (in->operands != 2 || strcmp(in->operand[1], "%rdi") != 0)
            continue;
        const char *from = in->operand[0], *open = strchr(from, '(');
        long begin = 0;
        if (begins(in->name, "lea") && open != NULL && strcmp(open, registers_at) == 0)
            begin = strtol(from, NULL, 16);
        else if (!begins(in->name, "mov") || !is_base(f, in, from, registers_at + 1))
            return false;
        return offset >= begin && offset < begin + size;
    }
    return false;
}

// The variable of the program whose address a register may have, by the last lea 0x2b82(%rip) to it before; 0: none.
static unsigned long variable_in(const struct function *f, const struct instruction *before, const char *name)
{
    for (const struct instruction *in = before; in >= &all[f->first]; --in)
        if (begins(in->name, "lea") && in->operands == 2 && strcmp(in->operand[1], name) == 0)
            return strstr(in->operand[0], "(%rip)") != NULL ? in->target : 0;
    return 0;
}

// The same for a variable of the program.
static bool variable_is_announced(const struct function *f, unsigned long address, int kind)
{
    for (const struct instruction *call = &all[f->first + 1]; call < &all[f->last]; ++call) {
        if (call->called == NULL || (announces(call->called) & kind) != kind)
            continue;
        const struct instruction *in = call - 1;
        while (in > &all[f->first] && in->called == NULL && (in->operands != 2 || strcmp(in->operand[1], "%rdi") != 0))
            --in;
        const bool moved = begins(in->name, "mov") && in->operands == 2;
        const unsigned long begin = variable_in(f, in, moved ? in->operand[0] : "%rdi");
        if (begin != 0 && address >= begin && address < begin + (unsigned long)bytes_of(call->called))
            return true;
    }
    return false;
}

// Where the compiler has joined an instruction with a load of another line: has this address been announced before?
static bool is_announced(const struct function *f, const struct instruction *access, const char *operand, int kind)
{
    const char *open = strchr(operand, '(');
    const int base = open ? number_of(open + 1) : -1;
    if (strstr(operand, "(%rip)") != NULL)
        return variable_is_announced(f, access->target, kind);
    for (const struct instruction *in = access - 1; base >= 0 && in >= &all[f->first]; --in) {
        if (in->called != NULL && (announces(in->called) & kind) == kind && is_given(f, in, operand))
            return true;
        if (begins(in->name, "jmp") || begins(in->name, "ret") ||
            (in->operands > 0 && part_of(in->operand[in->operands - 1]) == base && !begins(in->name, "cmp") &&
             !begins(in->name, "test") && !begins(in->name, "push")))
            break;
    }
    return false;
}

// Where the compiler gives the access another line than its announcement, and its address cannot be followed: is the
// last call before it, with no jump between, such an announcement?
static bool is_just_announced(const struct function *f, const struct instruction *access, int kind)
{
    for (const struct instruction *in = access - 1; in >= &all[f->first]; --in) {
        if (in->called != NULL)
            return (announces(in->called) & kind) == kind;
        if (begins(in->name, "jmp") || begins(in->name, "ret"))
            return false;
    }
    return false;
}

static void look_at(struct function *f, const struct instruction *in, int number)
{
    const char *operand = in->operand[number];
    const enum value where = pointed_to(in, operand, &in->before);
    const bool of_thread = strstr(operand, "%fs:") != NULL &&
                           (where == TABLE || strcmp(operand, "%fs:0x0") == 0 || strcmp(operand, "%fs:0x28") == 0);
    if (where == STACK || where == CONSTANT || of_thread || (where == RESULT && is_kernel(f)))
        return;
    const int told = announced(f, in->place), missing = effect(in, number) & ~told;
    if (missing == 0 || (missing == LOAD && (told & STORE) != 0 && stores_it_again(f, in, operand)) ||
        is_announced(f, in, operand, missing) || is_just_announced(f, in, missing))
        return;
    if (where == RESULT && f->gives_result)
        f->silent_result = true;
    else
        list(in, missing & STORE ? "store" : "load");
}

static void list_accesses(struct function *f)
{
    for (size_t i = f->first; i < f->last; ++i)
        for (int k = 0; k < all[i].operands; ++k)
            if (is_memory(all[i].operand[k]))
                look_at(f, &all[i], k);
}

static struct function *function_at(unsigned long address)
{
    for (size_t i = 0; i < function_count; ++i)
        if (functions[i].first < functions[i].last && all[functions[i].first].address == address)
            return &functions[i];
    return NULL;
}

// The rest of a kernel's function, which makes the copy of its arguments (launch.h).
static bool launches(const struct function *f)
{
    return strstr(f->name, "cpu_device6kernelI") != NULL || strstr(f->name, "cpu_device14checked_kernelI") != NULL;
}

// The functions that a function calls or goes on in.
static void reach(struct function *f)
{
    if (f->reached)
        return;
    f->reached = true;
    for (size_t i = f->first; i < f->last; ++i) {
        const struct instruction *in = &all[i];
        struct function *to =
            (in->called != NULL || in->name[0] == 'j') && in->target != 0 ? function_at(in->target) : NULL;
        if (to != NULL && to != f && !announces(to->name) && strstr(to->name, "@plt") == NULL && !launches(to))
            reach(to);
    }
}

static void list_results(const struct function *f)
{
    for (size_t i = f->first; i < f->last; ++i) {
        const struct instruction *in = &all[i];
        const struct function *to = in->called != NULL && in->target != 0 ? function_at(in->target) : NULL;
        const enum value where = in->before.of[RDI];
        if (to != NULL && to->silent_result && where != STACK && !(where == RESULT && f->gives_result))
            list(in, "result");
    }
}

int main(void)
{
    size_t kernels = 0;
    read_program();
    for (size_t i = 0; i < function_count; ++i)
        if (is_kernel(&functions[i])) {
            reach(&functions[i]);
            ++kernels;
        }
    for (size_t i = 0; i < function_count; ++i)
        if (functions[i].reached)
            follow_function(&functions[i]);
    for (size_t i = 0; i < function_count; ++i)
        if (functions[i].reached)
            list_accesses(&functions[i]);
    for (size_t i = 0; i < function_count; ++i)
        if (functions[i].reached)
            list_results(&functions[i]);
    printf("%zu kernels\n", kernels);
    return 0;
}
