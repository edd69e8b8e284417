// SPDX-License-Identifier: MIT
// ncu_counts CUBIN PTX: what Nsight Compute measured, by kernel, source line and kind of access, as CSV. CUBIN and PTX
// are what `nvcc -lineinfo -keep` left of the program; on standard input is the page of
//
//     ncu --section SourceCounters -o REPORT PROGRAM
//     ncu --import REPORT.ncu-rep --page source --csv --print-source sass --print-kernel-base mangled
//
// All figures are of one launch, on average. Launches of a kernel that measure the same count once: how often a program
// repeats a launch to time it is no pattern of its accesses. requests: warps that execute the instruction; predicated:
// those of them that do so under a predicate, which may leave out any of their threads, or all; threads: that access
// memory; the least wavefronts: those without bank conflicts. Left out: what no warp executes, and local memory.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/platform/kernel_name.h"
#include "../run_program.h"
#include "csv.h"
#include "machine_code.h"

struct kernel { // one of a template's is one of its own
    const char *title;
    char *name; // as the CPU device calls it
    const struct machine_function *function;
    size_t pages;   // of it that differ
    uint64_t *seen; // a hash of each
};

struct access {
    const struct kernel *kernel;
    struct source_place place;
    const char *kind; // as the CPU device calls it
    int bytes;        // that a thread accesses
    double requests, predicated, threads, sectors, wavefronts, least_wavefronts;
};

struct instruction { // a line of a page
    const char *text, *space;
    double bits, requests, threads, sectors, wavefronts, least_wavefronts;
};

enum { most_kernels = 1000, most_accesses = 20000, most_instructions = 200000 };
static struct kernel kernels[most_kernels];
static size_t kernel_count;
static struct access accesses[most_accesses];
static size_t access_count;

static void refuse(const char *what, const char *which)
{
    fprintf(stderr, "ncu_counts: %s: %s\n", what, which);
    exit(2);
}

// --- which kernel it is ---

// "void scale<(int)4>(float *)" is called scale
static bool is_called(const char *title, const char *name)
{
    size_t end = strcspn(title, "<("), length = strlen(name);
    return end >= length && strncmp(title + end - length, name, length) == 0 &&
           (end == length || strchr(" :*", title[end - length - 1]) != NULL);
}

static bool same_places(const struct machine_function *a, const struct machine_function *b)
{
    for (size_t i = 0; i < a->count; ++i)
        if (a->places[i].line != b->places[i].line)
            return false;
    return true;
}

// By its symbol or, if that is not the title, by its name and length.
static const struct machine_function *find_function(const struct machine_code *code, const char *title, size_t count)
{
    const struct machine_function *found = NULL;
    for (size_t i = 0; i < code->count; ++i) {
        const struct machine_function *f = &code->functions[i];
        if (f->count != count)
            continue;
        if (strcmp(f->symbol, title) == 0)
            return f;
        if (!is_called(title, f->name))
            continue;
        if (found != NULL && !same_places(found, f))
            refuse("several kernels have this name and length", title);
        found = f;
    }
    if (found == NULL)
        refuse("the machine code has no such kernel, or another one", title);
    return found;
}

// "scale<4, true>" for the mangled symbol, or for "void scale<(int)4, (bool)1>(float *)", as Nsight Compute has it.
static char *name_of(const char *title)
{
    static const struct {
        const char *from, *to;
    } words[] = {{"(int)", ""}, {"(bool)0", "false"}, {"(bool)1", "true"}};
    char readable[4096];
    size_t length = 0;
    while (*title != '\0' && length + sizeof "false" < sizeof readable) {
        const char *more = title;
        size_t taken = 1, size = 1;
        for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
            if (strncmp(title, words[i].from, strlen(words[i].from)) == 0) {
                more = words[i].to;
                taken = strlen(words[i].from);
                size = strlen(more);
            }
        memcpy(readable + length, more, size);
        length += size;
        title += taken;
    }
    readable[length] = '\0';
    return short_kernel_name(readable);
}

static struct kernel *find_kernel(const struct machine_code *code, const char *title, size_t count)
{
    struct kernel *k = kernels;
    while (k < kernels + kernel_count && strcmp(k->title, title) != 0)
        ++k;
    if (k == kernels + kernel_count) {
        if (kernel_count++ == most_kernels)
            refuse("too many kernels", title);
        *k = (struct kernel){title, name_of(title), find_function(code, title, count), 0, NULL};
    }
    if (k->function->count != count)
        refuse("two kernels have this name", title);
    return k;
}

// Whether no page of this kernel had these numbers.
static bool is_new(struct kernel *kernel, const struct instruction *instructions, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; ++i) {
        const struct instruction *x = &instructions[i];
        const double numbers[] = {x->requests, x->threads, x->sectors, x->wavefronts, x->least_wavefronts};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
            hash = hash * 1099511628211u + (uint64_t)numbers[k];
    }
    for (size_t i = 0; i < kernel->pages; ++i)
        if (kernel->seen[i] == hash)
            return false;
    kernel->seen = realloc(kernel->seen, (kernel->pages + 1) * sizeof *kernel->seen);
    if (kernel->seen == NULL)
        refuse("no memory for its pages", kernel->title);
    kernel->seen[kernel->pages++] = hash;
    return true;
}

// --- what it does ---

static const char *kind_of(const char *operation, bool global)
{
    if (strncmp(operation, "LD", 2) == 0)
        return global ? "global load" : "shared load";
    if (strncmp(operation, "ST", 2) == 0)
        return global ? "global store" : "shared store";
    if (strncmp(operation, "ATOM", 4) == 0 || strncmp(operation, "RED", 3) == 0)
        return global ? "global atomic" : "shared atomic";
    refuse("an instruction that accesses memory in an unknown way", operation);
    return NULL;
}

static void add_access(struct access more)
{
    struct access *a = accesses;
    while (a < accesses + access_count &&
           !(a->kernel == more.kernel && a->place.line == more.place.line && a->bytes == more.bytes &&
             strcmp(a->kind, more.kind) == 0 && strcmp(a->place.file, more.place.file) == 0))
        ++a;
    if (a == accesses + access_count) {
        if (access_count++ == most_accesses)
            refuse("too many accesses", more.kernel->title);
        *a = more;
        return;
    }
    a->requests += more.requests;
    a->predicated += more.predicated;
    a->threads += more.threads;
    a->sectors += more.sectors;
    a->wavefronts += more.wavefronts;
    a->least_wavefronts += more.least_wavefronts;
}

static void add_instruction(const struct kernel *kernel, size_t number, const struct instruction *i)
{
    bool generic = strcmp(i->space, "Generic") == 0, global = strcmp(i->space, "Global") == 0;
    if ((!generic && !global && strcmp(i->space, "Shared") != 0) || i->requests == 0)
        return;
    const char *operation = i->text + strspn(i->text, " ");
    bool predicated = *operation == '@';
    if (predicated) {
        operation += strcspn(operation, " ");
        operation += strspn(operation, " ");
    }
    struct source_place place = kernel->function->places[number];
    if (place.file == NULL)
        place.file = "unknown";
    add_access((struct access){kernel, place, kind_of(operation, global || (generic && i->sectors > 0)),
                               (int)(i->bits / 8), i->requests, predicated ? i->requests : 0, i->threads, i->sectors,
                               i->wavefronts, i->least_wavefronts});
}

static void read_pages(char *text, const struct machine_code *code)
{
    static struct instruction instructions[most_instructions];
    const char *fields[most_fields];
    for (size_t n = next_line(&text, fields); n > 0;) {
        if (n < 2 || strcmp(fields[0], "Kernel Name") != 0) {
            n = next_line(&text, fields);
            continue;
        }
        const char *title = fields[1];
        n = next_line(&text, fields);
        enum { source, space, bits, requests, threads, sectors, wavefronts, least_wavefronts, columns };
        static const char *const names[columns] = {"Source",
                                                   "Address Space",
                                                   "Access Size",
                                                   "Instructions Executed",
                                                   "Predicated-On Thread Instructions Executed",
                                                   "L2 Theoretical Sectors Global",
                                                   "L1 Wavefronts Shared",
                                                   "L1 Wavefronts Shared Ideal"};
        int column[columns];
        for (int c = 0; c < columns; ++c) // a kernel that accesses no shared memory, say, has no column for it
            column[c] = find_field(fields, n, names[c]);
        if (column[source] < 0 || column[requests] < 0)
            refuse("its page has no counters of instructions", title);

        size_t count = 0;
        while ((n = next_line(&text, fields)) > 0 && strncmp(fields[0], "0x", 2) == 0) {
            if (count == most_instructions)
                refuse("too many instructions", title);
            const char *field[columns];
            for (int c = 0; c < columns; ++c)
                field[c] = column[c] >= 0 && column[c] < (int)n ? fields[column[c]] : "";
            instructions[count++] = (struct instruction){.text = field[source],
                                                         .space = field[space],
                                                         .bits = number_in(field[bits]),
                                                         .requests = number_in(field[requests]),
                                                         .threads = number_in(field[threads]),
                                                         .sectors = number_in(field[sectors]),
                                                         .wavefronts = number_in(field[wavefronts]),
                                                         .least_wavefronts = number_in(field[least_wavefronts])};
        }
        struct kernel *kernel = find_kernel(code, title, count);
        const bool counts = is_new(kernel, instructions, count);
        for (size_t i = 0; counts && i < count; ++i)
            add_instruction(kernel, i, &instructions[i]);
    }
}

// --- what is printed ---

static int in_order(const void *left, const void *right)
{
    const struct access *a = left, *b = right;
    int order = strcmp(a->kernel->name, b->kernel->name);
    if (order == 0)
        order = strcmp(a->place.file, b->place.file);
    if (order == 0)
        order = a->place.line - b->place.line;
    if (order == 0)
        order = strcmp(a->kind, b->kind);
    return order != 0 ? order : a->bytes - b->bytes;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: ncu_counts CUBIN PTX < PAGE\n");
        return 2;
    }
    struct machine_code code = read_machine_code(argv[1], argv[2]);
    size_t size;
    read_pages(read_file("/dev/stdin", &size), &code);
    if (kernel_count == 0)
        refuse("no kernel on standard input", "want the page that ncu --page source --csv --print-source sass prints");

    qsort(accesses, access_count, sizeof *accesses, in_order);
    printf("kernel,file,line,access,bytes,requests,predicated,threads,sectors,wavefronts,least_wavefronts\n");
    for (size_t i = 0; i < access_count;) {
        const struct access *first = &accesses[i];
        struct access sum = {0};
        for (; i < access_count && in_order(first, &accesses[i]) == 0; ++i) { // overloads
            const struct access *a = &accesses[i];
            double pages = (double)a->kernel->pages;
            sum.requests += a->requests / pages;
            sum.predicated += a->predicated / pages;
            sum.threads += a->threads / pages;
            sum.sectors += a->sectors / pages;
            sum.wavefronts += a->wavefronts / pages;
            sum.least_wavefronts += a->least_wavefronts / pages;
        }
        const char *name = first->kernel->name, *quote = strchr(name, ',') ? "\"" : "";
        printf("%s%s%s,%s,%d,%s,%d,%.10g,%.10g,%.10g,", quote, name, quote, first->place.file, first->place.line,
               first->kind, first->bytes, sum.requests, sum.predicated, sum.threads);
        if (strncmp(first->kind, "global", 6) == 0)
            printf("%.10g,,\n", sum.sectors);
        else
            printf(",%.10g,%.10g\n", sum.wavefronts, sum.least_wavefronts);
    }
    return 0;
}
