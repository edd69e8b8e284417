// SPDX-License-Identifier: MIT
// compare_counts [--strict] COUNTED MEASURED: sets what the CPU device counted (CPU_DEVICE_COUNTERS=FILE) beside what
// Nsight Compute measured on a GPU (ncu_counts), for each access of each kernel, and says of each:
//
//     equal                as many sectors, or wavefronts, per request, and the same degree of bank conflict
//     equal, N-fold wider  as many per request, or neither has bank conflicts, but nvcc has joined N neighbouring
//                          accesses into one instruction
//     idle warps           the instruction is under a predicate: warps of which no thread accesses memory execute it
//                          too, and the requests of the others are as counted
//     left out             the machine code has no such access, or g++ has left out a load or store of shared memory
//     no line              nvcc does not tell where it comes from; the kernel has a counted access that costs the same
//     not counted          atomic functions on shared memory, whose passes the CPU device does not count
//     DIFFERS              none of these
//
// The two may have launched kernels differently often, or with other grids, so that requests are not compared. With
// --strict they have not, and what is neither equal nor wider differs. Exit status: 0, 1 if anything differs, 2 bad
// usage.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../run_program.h"
#include "csv.h"

struct figures { // of a line's accesses of one kind
    bool is_there;
    double bytes; // that a thread accesses, at the most
    double requests, predicated, threads, sectors, wavefronts, least_wavefronts, transferred;
};

struct access {
    const char *kernel, *file, *line, *kind;
    struct figures counted, measured;
};

enum verdict { equal, wider, idle, left_out, no_line, not_counted, differs, verdicts };
static const char *const words[verdicts] = {"equal",   "equal but wider", "idle warps", "left out",
                                            "no line", "not counted",     "DIFFERS"};

enum { most_accesses = 20000 };
static struct access accesses[most_accesses];
static size_t access_count;

static struct access *find_access(const char *kernel, const char *file, const char *line, const char *kind)
{
    struct access *a = accesses;
    for (; a < accesses + access_count; ++a)
        if (strcmp(a->line, line) == 0 && strcmp(a->kernel, kernel) == 0 && strcmp(a->file, file) == 0 &&
            strcmp(a->kind, kind) == 0)
            return a;
    if (access_count++ == most_accesses) {
        fprintf(stderr, "compare_counts: too many accesses\n");
        exit(2);
    }
    *a = (struct access){.kernel = kernel, .file = file, .line = line, .kind = kind};
    return a;
}

// A table may be several, one after the other, each with its header.
static void read_table(const char *path, bool measured)
{
    enum { kernel, file, line, kind, bytes, requests, sectors, wavefronts, in_both };
    enum { degree = in_both, predicated, threads, least_wavefronts, columns };
    static const char *const names[columns] = {"kernel",          "file",       "line",    "access",
                                               "bytes",           "requests",   "sectors", "wavefronts",
                                               "conflict_degree", "predicated", "threads", "least_wavefronts"};
    const char *fields[most_fields];
    int column[columns];
    size_t size, n;
    bool known = false;
    char *text = read_file(path, &size);
    while ((n = next_line(&text, fields)) > 0) {
        bool is_header = strcmp(fields[0], names[kernel]) == 0;
        if (is_header) {
            known = true;
            for (int c = 0; c < columns; ++c) {
                column[c] = find_field(fields, n, names[c]);
                known &= column[c] >= 0 || (c >= in_both && measured == (c == degree));
            }
        }
        if (!known) {
            fprintf(stderr, "compare_counts: %s is not what %s writes\n", path,
                    measured ? "ncu_counts" : "CPU_DEVICE_COUNTERS");
            exit(2);
        }
        if (is_header)
            continue;
        const char *field[columns];
        for (int c = 0; c < columns; ++c)
            field[c] = column[c] >= 0 && column[c] < (int)n ? fields[column[c]] : "";
        struct access *a = find_access(field[kernel], field[file], field[line], field[kind]);
        struct figures *f = measured ? &a->measured : &a->counted;
        f->is_there = true;
        f->bytes = fmax(f->bytes, number_in(field[bytes]));
        f->requests += number_in(field[requests]);
        f->predicated += number_in(field[predicated]);
        f->threads += number_in(field[threads]);
        f->sectors += number_in(field[sectors]);
        f->wavefronts += number_in(field[wavefronts]);
        f->least_wavefronts += *field[degree] ? number_in(field[wavefronts]) / number_in(field[degree])
                                              : number_in(field[least_wavefronts]);
        f->transferred += number_in(field[requests]) * number_in(field[bytes]);
    }
}

static bool is_global(const struct access *a)
{
    return strncmp(a->kind, "global", 6) == 0;
}

// What a request costs: sectors, or wavefronts.
static double cost(const struct access *a, const struct figures *f)
{
    return (is_global(a) ? f->sectors : f->wavefronts) / f->requests;
}

static double degree(const struct figures *f)
{
    return f->wavefronts / f->least_wavefronts;
}

static bool close_to(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * fabs(b);
}

// The kernel has a counted access of this kind, and of this cost.
static bool has_like(const struct access *a)
{
    for (const struct access *b = accesses; b < accesses + access_count; ++b)
        if (b->counted.is_there && strcmp(a->kernel, b->kernel) == 0 && strcmp(a->file, b->file) == 0 &&
            strcmp(a->kind, b->kind) == 0 && close_to(cost(a, &a->measured), cost(b, &b->counted), 1e-3))
            return true;
    return false;
}

static enum verdict judge_leniently(const struct access *a)
{
    const struct figures *c = &a->counted, *m = &a->measured;
    if (!c->is_there && atoi(a->line) == 0)
        return has_like(a) ? no_line : differs;
    if (!c->is_there)
        return is_global(a) || strcmp(a->kind, "shared atomic") == 0 ? differs : left_out;
    if (!m->is_there)
        return left_out;
    if (strcmp(a->kind, "shared atomic") == 0)
        return not_counted;
    if (close_to(cost(a, m), cost(a, c), 1e-3)) { // the grids' ends may be others
        if (c->bytes != m->bytes)
            return c->bytes < m->bytes ? wider : differs;
        return is_global(a) || close_to(degree(m), degree(c), 1e-3) ? equal : differs; // written with four digits
    }
    // A request that asks for more may take more wavefronts.
    if (!is_global(a) && c->bytes < m->bytes && close_to(degree(c), 1, 1e-3) && close_to(degree(m), 1, 1e-3))
        return wider;
    double busy = m->requests * cost(a, m) / cost(a, c); // requests that it takes, if each costs what was counted
    bool may_be_idle = m->predicated > 0 && busy < m->requests && busy >= (m->requests - m->predicated) * 0.999 &&
                       busy >= m->threads / 32 * 0.999;
    return may_be_idle ? idle : differs;
}

static enum verdict judge(const struct access *a, bool strict)
{
    const struct figures *c = &a->counted, *m = &a->measured;
    enum verdict verdict = judge_leniently(a);
    if (!strict)
        return verdict;
    bool same = c->transferred == m->transferred && close_to(cost(a, m), cost(a, c), 1e-9);
    return (verdict == equal || verdict == wider) && same ? verdict : differs;
}

static void print_figures(const struct access *a, const struct figures *f)
{
    if (!f->is_there) {
        printf("  %5s %10s %8s %8s", "-", "-", "-", "-");
        return;
    }
    printf("  %5g %10.10g", f->bytes, f->requests);
    if (is_global(a) || f->wavefronts > 0)
        printf(" %8.5g", cost(a, f));
    else
        printf(" %8s", "-");
    if (!is_global(a) && f->least_wavefronts > 0)
        printf(" %8.4g", degree(f));
    else
        printf(" %8s", "");
}

int main(int argc, char **argv)
{
    bool strict = argc > 1 && strcmp(argv[1], "--strict") == 0;
    if (argc != 3 + strict) {
        fprintf(stderr, "usage: compare_counts [--strict] COUNTED MEASURED\n");
        return 2;
    }
    read_table(argv[argc - 2], false);
    read_table(argv[argc - 1], true);

    printf("Each: sectors of global memory, or wavefronts of shared memory, of one request. Way: the degree of bank "
           "conflict.\n\n");
    int width = 20;
    for (const struct access *a = accesses; a < accesses + access_count; ++a)
        width = (int)strlen(a->kernel) > width ? (int)strlen(a->kernel) : width;
    printf("%*s  %34s  %34s\n", width + 42, "", "counted by the CPU device", "measured by a GPU");
    printf("%-*s %-26s %-14s", width, "kernel", "line", "access");
    for (int i = 0; i < 2; ++i)
        printf("  %5s %10s %8s %8s", "bytes", "requests", "each", "way");
    printf("\n");
    size_t found[verdicts] = {0};
    for (const struct access *a = accesses; a < accesses + access_count; ++a) {
        enum verdict verdict = judge(a, strict);
        ++found[verdict];
        char place[80];
        snprintf(place, sizeof place, "%s:%s", a->file, a->line);
        printf("%-*s %-26s %-14s", width, a->kernel, place, a->kind);
        print_figures(a, &a->counted);
        print_figures(a, &a->measured);
        if (verdict == wider)
            printf("  equal, %g-fold wider\n", a->measured.bytes / a->counted.bytes);
        else
            printf("  %s\n", words[verdict]);
    }
    printf("\n%zu accesses:", access_count);
    for (int v = 0; v < verdicts; ++v)
        printf("%s %zu %s", v > 0 ? "," : "", found[v], words[v]);
    printf("\n");
    return access_count == 0 || found[differs] > 0;
}
