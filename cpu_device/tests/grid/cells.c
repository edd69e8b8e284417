// SPDX-License-Identifier: MIT
// cells: writes programs of hundreds of small kernels, and judges what the CPU device reports of each. In a kernel some
// threads of one block access a word, and then some threads access it again. Whether that is a race follows by rule.
//
//     cells count FAMILY                        how many kernels the family has
//     cells write FAMILY FIRST STEP > X.cu      a program of the cells FIRST, FIRST + STEP, ...
//     CPU_DEVICE_REPORT=X.json ./x THREADS      launches each of them once, with so many threads
//     cells judge FAMILY FIRST STEP THREADS X.json
//
// The families:
//
//     accesses    two accesses (a plain load, store or +=, a load of 16 bytes, a store of one byte, atomicAdd(),
//                 atomicExch(), atomicMax()), each by one thread or by all; between them nothing, __syncwarp(),
//                 __threadfence() or __syncthreads(); shared or global memory
//     atomics     all threads do an atomic, then one thread or all load the word plainly; between the two nothing or
//                 __syncthreads()
//
// The judge prints how many cells are right, silent, at a false line, and false alarms, and each cell that is not
// right. A cell with a race is right if it has a report, and if all that its reports say is true: the lines, the
// threads, how these access, and that nothing orders the two. Exit status: 0 if every cell is right; 1 if not; 2 bad
// usage.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judging.h"

enum kind { LOAD, STORE, UPDATE, LOAD_16, STORE_BYTE, ADD, EXCHANGE, MAX, OR, SWAP, KINDS };
enum who { FIRST, SECOND, LAST_LANE, NEXT_WARP, LAST, ALL, WHO };
enum between { NOTHING, WARP, FENCE, BARRIER };

// What a statement does by the thread `t`. `%d` tells the first access of a cell from the second: their values differ.
static const char *const statements[KINDS] = {
    [LOAD] = "out[%d * 1024 + t] = w[0]",
    [STORE] = "w[0] = %d * 5000 + t",
    [UPDATE] = "w[0] += %d + t",
    [LOAD_16] = "*(int4 *)&out[(%d * 1024 + t) * 4] = *(const int4 *)w",
    [STORE_BYTE] = "((unsigned char *)w)[1] = (unsigned char)(t ^ 0x51 * %d)",
    [ADD] = "atomicAdd(&w[0], %d + t)",
    [EXCHANGE] = "atomicExch(&w[0], %d * 5000 + t)",
    [MAX] = "atomicMax(&w[0], %d + t)", // which changes nothing
    [OR] = "atomicOr(&w[0], %d + t)",
    [SWAP] = "atomicCAS(&w[0], 0x01010101, %d + t)",
};
static const char *const names[KINDS] = {"load",      "store",      "+=",        "load of 16 bytes", "store of a byte",
                                         "atomicAdd", "atomicExch", "atomicMax", "atomicOr",         "atomicCAS"};
static const char *const conditions[WHO] = {"t == 0", "t == 1", "t == 31", "t == 32", "t == last", "t <= last"};
static const char *const who_names[WHO] = {"thread 0", "thread 1", "thread 31", "thread 32", "the last thread", "all"};
static const char *const orders[] = {"", "__syncwarp();", "__threadfence();", "__syncthreads();"};
static const char *const order_names[] = {"nothing", "__syncwarp()", "__threadfence()", "__syncthreads()"};

struct access {
    enum kind kind;
    enum who who;
};
struct cell {
    struct access a, b;
    enum between between;
    bool shared;
};

// --- the families ---

static int count_of(const char *family)
{
    if (strcmp(family, "accesses") == 0)
        return 8 * 8 * WHO * WHO * 2 * 4;
    if (strcmp(family, "atomics") == 0)
        return 5 * 3 * 2 * 2;
    fprintf(stderr, "cells: there is no family %s\n", family);
    exit(2);
}

static struct cell cell_of(const char *family, int number)
{
    struct cell c;
    if (strcmp(family, "accesses") == 0) {
        c.shared = digit(&number, 2) == 0;
        c.a.kind = (enum kind)digit(&number, 8);
        c.b.kind = (enum kind)digit(&number, 8);
        c.a.who = (enum who)digit(&number, WHO);
        c.b.who = (enum who)digit(&number, WHO);
        c.between = (enum between)number;
        return c;
    }
    static const enum kind kinds[] = {ADD, MAX, OR, EXCHANGE, SWAP};
    static const enum who readers[] = {FIRST, LAST, ALL};
    c.shared = digit(&number, 2) == 0;
    c.a.kind = kinds[digit(&number, 5)];
    c.a.who = ALL;
    c.b.kind = LOAD;
    c.b.who = readers[digit(&number, 3)];
    c.between = number == 0 ? NOTHING : BARRIER;
    return c;
}

// --- the rule ---

static bool is_atomic(enum kind k)
{
    return k >= ADD;
}

static bool only_loads(enum kind k)
{
    return k == LOAD || k == LOAD_16;
}

static bool is_by(const struct access *a, int thread, int threads)
{
    static const int number[] = {0, 1, 31, 32};
    if (thread >= threads)
        return false;
    return a->who == ALL || thread == (a->who == LAST ? threads - 1 : number[a->who]);
}

// Whether the two conflict, by different threads. All of them access the second byte.
static bool conflict(enum kind a, enum kind b)
{
    return !(only_loads(a) && only_loads(b)) && !(is_atomic(a) && is_atomic(b));
}

static bool are_ordered(enum between by, int thread, int other)
{
    return by == BARRIER || (by == WARP && thread / 32 == other / 32);
}

// Whether the thread's first (0) or second (1) access in the cell races with that of another thread.
static bool race(const struct cell *c, int which, int thread, int other_which, int other, int threads)
{
    const struct access *a = which == 0 ? &c->a : &c->b, *b = other_which == 0 ? &c->a : &c->b;
    return thread != other && is_by(a, thread, threads) && is_by(b, other, threads) && conflict(a->kind, b->kind) &&
           (which == other_which || !are_ordered(c->between, thread, other));
}

// The same for any thread; -1 stands for one.
static bool any_race(const struct cell *c, int which, int thread, int other_which, int other, int threads)
{
    for (int t = thread < 0 ? 0 : thread; t < (thread < 0 ? threads : thread + 1); ++t)
        for (int o = other < 0 ? 0 : other; o < (other < 0 ? threads : other + 1); ++o)
            if (race(c, which, t, other_which, o, threads))
                return true;
    return false;
}

static bool has_race(const struct cell *c, int threads)
{
    return any_race(c, 0, -1, 0, -1, threads) || any_race(c, 0, -1, 1, -1, threads) ||
           any_race(c, 1, -1, 1, -1, threads);
}

// --- writing ---

enum { LINES_BEFORE = 3, LINES_OF_CELL = 14, LINE_OF_A = 9, LINE_OF_B = 12 }; // the last two from 0

static void write_cell(const struct cell *c, int number)
{
    printf("__global__ void cell_%d(int *%s, int *out)\n{\n    int t = threadIdx.x, last = blockDim.x - 1;\n", number,
           c->shared ? "" : "w");
    if (c->shared)
        printf(
            "    alignas(16) __shared__ int w[4];\n    if (t < 4)\n        w[t] = 0x01010101;\n    __syncthreads();\n");
    else
        printf("\n\n\n\n");
    printf("    (void)out, (void)last;\n    if (%s)\n        ", conditions[c->a.who]);
    printf(statements[c->a.kind], 1);
    printf(";\n    %s\n    if (%s)\n        ", orders[c->between], conditions[c->b.who]);
    printf(statements[c->b.kind], 2);
    printf(";\n}\n");
}

static void write_program(const char *family, int first, int step)
{
    const int cells = count_of(family);
    printf("// made by cpu_device/tests/grid/cells.c\n#include <stdlib.h>\n\n");
    for (int i = first; i < cells; i += step) {
        const struct cell c = cell_of(family, i);
        write_cell(&c, i);
    }
    printf("int main(int argc, char **argv)\n{\n    const int threads = argc > 1 ? atoi(argv[1]) : 64;\n"
           "    int *w, *out;\n    if (cudaMalloc(&w, 16) || cudaMalloc(&out, 3 * 1024 * sizeof(int4)))\n"
           "        return 1;\n");
    for (int i = first; i < cells; i += step)
        printf("    if (cudaMemset(w, 1, 16))\n        return 1;\n    cell_%d<<<1, threads>>>(w, out);\n"
               "    if (cudaDeviceSynchronize())\n        return 1;\n",
               i);
    printf("    return cudaFree(w) || cudaFree(out);\n}\n");
}

// --- judging ---

struct report {
    int line[2], thread[2]; // -1: some other thread
    bool writes[2], atomic[2];
};
struct verdict {
    int reports;
    char wrong[400]; // empty: all is true
};

// An access of a report: its part of the JSON, up to the next one.
static bool read_access(const char *from, const char *to, struct report *r, int i)
{
    char part[1000];
    snprintf(part, sizeof part, "%.*s", (int)(to - from), from);
    const char *line = after(part, "\"line\":"), *thread = after(part, "\"thread\":["),
               *how = after(part, "\"access\":\"");
    if (line == NULL || how == NULL)
        return false;
    r->line[i] = atoi(line);
    r->thread[i] = thread != NULL ? atoi(thread) : -1;
    r->writes[i] = strncmp(how, "write", 5) == 0;
    r->atomic[i] = strstr(part, "\"atomic\":true") != NULL;
    return true;
}

static bool read_report(const char *json, struct report *r)
{
    const char *accesses = after(json, "\"accesses\":["), *second = after(accesses, "},{"), *end = after(second, "}]");
    return end != NULL && read_access(accesses, second, r, 0) && read_access(second, end, r, 1);
}

static int which_line(int line, int first_line)
{
    return line == first_line + LINE_OF_A ? 0 : line == first_line + LINE_OF_B ? 1 : -1;
}

static bool fits(enum kind k, bool writes, bool atomic)
{
    if (is_atomic(k))
        return writes && atomic;
    return !atomic && (k == UPDATE || writes == !only_loads(k));
}

static void judge_report(const char *json, const struct cell *c, int first_line, int threads, struct verdict *v)
{
    ++v->reports;
    struct report r;
    const char *id = c->shared ? "\"id\":\"race-shared\"" : "\"id\":\"race-global\"";
    if (strstr(json, id) == NULL || !read_report(json, &r)) {
        snprintf(v->wrong, sizeof v->wrong, "another report: %.60s", json);
        return;
    }
    int which[2];
    for (int i = 0; i < 2; ++i) {
        which[i] = which_line(r.line[i], first_line);
        if (which[i] < 0 || !fits(which[i] == 0 ? c->a.kind : c->b.kind, r.writes[i], r.atomic[i])) {
            snprintf(v->wrong, sizeof v->wrong, "thread %d %s%s at line %d of %d and %d", r.thread[i],
                     r.writes[i] ? "writes" : "reads", r.atomic[i] ? " atomically" : "", r.line[i],
                     first_line + LINE_OF_A, first_line + LINE_OF_B);
            return;
        }
    }
    if (!any_race(c, which[0], r.thread[0], which[1], r.thread[1], threads)) {
        snprintf(v->wrong, sizeof v->wrong, "thread %d at %s and thread %d at %s", r.thread[0],
                 which[0] == 0 ? "the first access" : "the second", r.thread[1],
                 which[1] == 0 ? "the first access" : "the second");
        return;
    }
    for (const char *more = after(json, "The same at "); more != NULL; more = after(more, "The same at ")) {
        const char *one = strchr(more, ':'), *other = after(more, " and ");
        const char *end = strchr(more, '"');
        other = other != NULL && other < end ? strchr(other, ':') : one;
        if (one == NULL || other == NULL)
            continue;
        const int a = which_line(atoi(one + 1), first_line), b = which_line(atoi(other + 1), first_line);
        if (a < 0 || b < 0 || !any_race(c, a, -1, b, -1, threads))
            snprintf(v->wrong, sizeof v->wrong, "The same at %.*s", (int)(end - more), more);
    }
}

static int judge(const char *family, int first, int step, int threads, const char *path)
{
    const int cells = count_of(family);
    struct verdict *verdicts = calloc((size_t)cells, sizeof *verdicts);
    char *text = read_file(path);
    bool complete = false;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        complete |= strstr(line, "\"id\":\"summary\"") != NULL;
        const char *kernel = after(line, "\"kernel\":\"cell_");
        if (kernel == NULL)
            continue;
        const int number = atoi(kernel);
        const struct cell c = cell_of(family, number);
        judge_report(line, &c, LINES_BEFORE + 1 + (number - first) / step * LINES_OF_CELL, threads, &verdicts[number]);
    }
    int races = 0, right = 0, silent = 0, false_line = 0, free_ones = 0, false_alarms = 0;
    for (int i = first; i < cells; i += step) {
        const struct cell c = cell_of(family, i);
        const struct verdict *v = &verdicts[i];
        const char *said = NULL;
        if (!has_race(&c, threads)) {
            ++free_ones;
            if (v->reports > 0) {
                ++false_alarms;
                said = "false alarm";
            }
        } else if (++races, v->reports == 0) {
            ++silent;
            said = "silent";
        } else if (v->wrong[0] != '\0') {
            ++false_line;
            said = "false line";
        } else {
            ++right;
        }
        if (said != NULL)
            printf("cell %d, %d threads, %s: %s by %s, %s, %s by %s: %s%s%s\n", i, threads,
                   c.shared ? "shared" : "global", names[c.a.kind], who_names[c.a.who], order_names[c.between],
                   names[c.b.kind], who_names[c.b.who], said, v->wrong[0] != '\0' ? ": " : "", v->wrong);
    }
    printf(
        "%s, %d threads: of %d cells with a race %d are right, %d silent, %d at a false line; of %d without one %d get "
        "a report\n",
        family, threads, races, right, silent, false_line, free_ones, false_alarms);
    if (!complete)
        printf("The report has no summary: the program has not run to its end.\n");
    free(text);
    free(verdicts);
    return right == races && false_alarms == 0 && complete ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "count") == 0)
        return printf("%d\n", count_of(argv[2])) < 0;
    if (argc == 5 && strcmp(argv[1], "write") == 0 && atoi(argv[4]) > 0) {
        write_program(argv[2], atoi(argv[3]), atoi(argv[4]));
        return 0;
    }
    if (argc == 7 && strcmp(argv[1], "judge") == 0 && atoi(argv[4]) > 0)
        return judge(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]), argv[6]);
    fprintf(stderr,
            "usage: cells count FAMILY | write FAMILY FIRST STEP | judge FAMILY FIRST STEP THREADS FILE.json\n");
    return 2;
}
