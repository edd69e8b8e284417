// SPDX-License-Identifier: MIT
// blocks: writes programs of hundreds of small kernels, and judges what the CPU device reports of each. In a kernel one
// block stores a word and sets a flag, and another block waits for the flag and accesses the word. Whether that is a
// race follows by rule.
//
//     blocks count messages                      how many kernels there are
//     blocks write messages FIRST STEP > X.cu    a program of the cells FIRST, FIRST + STEP, ...
//     CPU_DEVICE_REPORT=X.json ./x WRITER        launches each of them once; block WRITER, 0 or 1, sets the flag
//     blocks judge messages FIRST STEP WRITER X.json
//
// A cell has: the store of the word (plain, atomicExch()); a fence or none; the store of the flag; the wait for it; a
// fence or none; the access to the word (plain, volatile, atomicAdd()). One thread of each block does all of that; or
// other threads access the word, and __syncthreads() stands between them and the threads that fence.
//
// The judge prints how many cells are right, silent, at a false line, and false alarms, and each cell that is not
// right. A cell with a race is right if it has a report, and all lines of its reports are those of a race. Silence that
// CHECKS.md documents counts apart: after a wait, a barrier may take the place of the fence. Exit status: 0 if every
// cell is right; 1 if not; 2 bad usage.
#include "between_blocks.h"

enum store { PLAIN_STORE, EXCHANGE, STORES };
enum fence { NONE, OF_BLOCK, OF_DEVICE, OF_SYSTEM, FENCES };
enum signal {
    PLAIN_FLAG,
    VOLATILE_FLAG,
    EXCHANGE_FLAG,
    EXCHANGE_OF_BLOCK,
    ADD_FLAG,
    RELEASE,
    RELEASE_IN_BLOCK,
    SIGNALS
};
enum wait { VOLATILE_WAIT, ADD_WAIT, SWAP_WAIT, ADD_OF_BLOCK, ACQUIRE, ACQUIRE_IN_BLOCK, WAITS };
enum load { PLAIN_LOAD, VOLATILE_LOAD, ADD, LOADS };

static const char *const stores[STORES] = {"*data = 1", "atomicExch(data, 1)"};
static const char *const fences[FENCES] = {"", "__threadfence_block();", "__threadfence();", "__threadfence_system();"};
static const char *const signals[SIGNALS] = {
    "*flag = 1",
    "*(volatile int *)flag = 1",
    "atomicExch(flag, 1)",
    "atomicExch_block(flag, 1)",
    "atomicAdd(flag, 1)",
    "asm volatile(\"st.release.gpu.global.s32 [%0], 1;\" ::\"l\"(flag) : \"memory\")",
    "asm volatile(\"st.release.cta.global.s32 [%0], 1;\" ::\"l\"(flag) : \"memory\")"};
static const char *const waits[WAITS] = {
    "while (*(volatile int *)flag == 0)\n                ;",
    "while (atomicAdd(flag, 0) == 0)\n                ;",
    "while (atomicCAS(flag, 2, 3) == 0)\n                ;",
    "while (atomicAdd_block(flag, 0) == 0)\n                ;",
    "for (int v = 0; v == 0;)\n                asm volatile(\"ld.acquire.gpu.global.s32 %0, [%1];\" : \"=r\"(v) : "
    "\"l\"(flag) : \"memory\");",
    "for (int v = 0; v == 0;)\n                asm volatile(\"ld.acquire.cta.global.s32 %0, [%1];\" : \"=r\"(v) : "
    "\"l\"(flag) : \"memory\");"};
static const char *const loads[LOADS] = {"*data", "*(volatile int *)data", "atomicAdd(data, 0)"};
static const char *const wait_names[WAITS] = {"volatile",          "atomicAdd()",    "atomicCAS()",
                                              "atomicAdd_block()", "ld.acquire.gpu", "ld.acquire.cta"};
static const char *const signal_names[SIGNALS] = {
    "flag = 1",        "volatile flag = 1", "atomicExch(flag)", "atomicExch_block(flag)",
    "atomicAdd(flag)", "st.release.gpu",    "st.release.cta"};

struct cell {
    bool by_other_threads;
    enum store store;
    enum fence before, after;
    enum signal signal;
    enum wait wait;
    enum load load;
};

static int count(void)
{
    return 2 * STORES * FENCES * SIGNALS * WAITS * FENCES * LOADS;
}

static struct cell cell_of(int number)
{
    struct cell c;
    c.load = (enum load)digit(&number, LOADS);
    c.after = (enum fence)digit(&number, FENCES);
    c.wait = (enum wait)digit(&number, WAITS);
    c.signal = (enum signal)digit(&number, SIGNALS);
    c.before = (enum fence)digit(&number, FENCES);
    c.store = (enum store)digit(&number, STORES);
    c.by_other_threads = number != 0;
    return c;
}

// --- the rule: PTX ISA, 8.7 and 8.8 ---

// Whether the two accesses to the flag are morally strong: both strong, and of a scope that includes the other block.
static bool flag_is_strong(const struct cell *c)
{
    return c->signal != PLAIN_FLAG && c->signal != EXCHANGE_OF_BLOCK && c->signal != RELEASE_IN_BLOCK &&
           c->wait != ADD_OF_BLOCK && c->wait != ACQUIRE_IN_BLOCK;
}

static bool releases(const struct cell *c)
{
    return c->before >= OF_DEVICE || c->signal == RELEASE;
}

static bool acquires(const struct cell *c)
{
    return c->after >= OF_DEVICE || c->wait == ACQUIRE;
}

static bool word_is_strong(const struct cell *c)
{
    return c->store == EXCHANGE && c->load != PLAIN_LOAD;
}

static bool races_on_word(const struct cell *c)
{
    return !word_is_strong(c) && !(flag_is_strong(c) && releases(c) && acquires(c));
}

static bool has_race(const struct cell *c)
{
    return !flag_is_strong(c) || races_on_word(c);
}

// Where the device is less strict than PTX (CHECKS.md): the barrier after the wait counts as the fence of an acquire,
// and the barrier before the flag as that of a release, if other threads have made nothing but atomics. A load or a
// store of block scope counts as one of device scope; only its fence is of block scope.
static bool is_left_out(const struct cell *c)
{
    const bool strong = c->signal != PLAIN_FLAG && c->signal != EXCHANGE_OF_BLOCK && c->wait != ADD_OF_BLOCK;
    return strong && (word_is_strong(c) || ((releases(c) || (c->by_other_threads && c->store == EXCHANGE)) &&
                                            (acquires(c) || c->by_other_threads)));
}

// --- writing ---

enum {
    LINES_BEFORE = 3,
    LINES_OF_CELL = 24,
    LINE_OF_STORE = 5,
    LINE_OF_SIGNAL = 9,
    LINE_OF_WAIT = 13,
    LINE_OF_LOAD = 20
};

static void write_cell(const struct cell *c, int number)
{
    const int thread = c->by_other_threads ? 33 : 0;
    const char *barrier = c->by_other_threads ? "__syncthreads();" : "";
    printf("__global__ void cell_%d(int *data, int *flag, int *out, unsigned writer)\n{\n"
           "    const unsigned t = threadIdx.x;\n"
           "    if (blockIdx.x == writer) {\n        if (t == %d)\n            %s;\n        %s\n"
           "        if (t == 0) {\n            %s\n            %s;\n        }\n    } else {\n"
           "        if (t == 0) {\n            %s\n            %s\n        }\n        %s\n"
           "        if (t == %d)\n\n            out[0] = %s;\n    }\n}\n\n",
           number, thread, stores[c->store], barrier, fences[c->before], signals[c->signal], waits[c->wait],
           fences[c->after], barrier, thread, loads[c->load]);
}

static void write_program(int first, int step)
{
    printf("// made by cpu_device/tests/grid/blocks.c\n#include <stdlib.h>\n\n");
    for (int i = first; i < count(); i += step) {
        const struct cell c = cell_of(i);
        write_cell(&c, i);
    }
    printf("int main(int argc, char **argv)\n{\n    const unsigned writer = argc > 1 ? atoi(argv[1]) : 0;\n"
           "    int *w;\n    if (cudaMalloc(&w, 3 * 128))\n        return 1;\n");
    for (int i = first; i < count(); i += step)
        printf("    if (cudaMemset(w, 0, 3 * 128))\n        return 1;\n    cell_%d<<<2, 64>>>(w, w + 32, w + 64, "
               "writer);\n"
               "    if (cudaDeviceSynchronize())\n        return 1;\n",
               i);
    printf("    return cudaFree(w);\n}\n");
}

// --- judging ---

static bool is_pair(int a, int b, int x, int y)
{
    return (a == x && b == y) || (a == y && b == x);
}

static bool races_there(const struct cell *c, int line, int other_line, int first_line)
{
    const int a = line - first_line, b = other_line - first_line;
    const int line_of_wait = LINE_OF_WAIT + (c->wait >= ACQUIRE);
    return (is_pair(a, b, LINE_OF_STORE, LINE_OF_LOAD) && races_on_word(c)) ||
           (is_pair(a, b, LINE_OF_SIGNAL, line_of_wait) && !flag_is_strong(c));
}

static void judge_report(const char *json, const struct cell *c, int first_line, struct verdict *v)
{
    ++v->reports;
    const char *accesses = after(json, "\"accesses\":["), *one = after(accesses, "\"line\":"),
               *other = after(one, "\"line\":");
    if (strstr(json, "\"id\":\"race-between-blocks\"") == NULL || other == NULL) {
        snprintf(v->wrong, sizeof v->wrong, "another report: %.60s", json);
        return;
    }
    if (!races_there(c, atoi(one), atoi(other), first_line))
        snprintf(v->wrong, sizeof v->wrong, "lines %d and %d of the kernel", atoi(one) - first_line + 1,
                 atoi(other) - first_line + 1);
    for (const char *more = after(json, "The same at "); more != NULL; more = after(more, "The same at ")) {
        const char *first = strchr(more, ':'), *second = after(more, " and ");
        if (first == NULL || second == NULL || (second = strchr(second, ':')) == NULL)
            continue;
        if (!races_there(c, atoi(first + 1), atoi(second + 1), first_line))
            snprintf(v->wrong, sizeof v->wrong, "The same at lines %d and %d of the kernel",
                     atoi(first + 1) - first_line + 1, atoi(second + 1) - first_line + 1);
    }
}

static void say(int number, const struct cell *c, const char *what, const char *more)
{
    printf("cell %d: %s;%s %s %s; wait by %s; %s%s %s: %s%s%s\n", number, stores[c->store],
           c->by_other_threads ? " barrier;" : "", fences[c->before], signal_names[c->signal], wait_names[c->wait],
           fences[c->after], c->by_other_threads ? " barrier;" : "", loads[c->load], what, more[0] != '\0' ? ": " : "",
           more);
}

static const struct cell *cell_at(int number)
{
    static struct cell c;
    c = cell_of(number);
    return &c;
}

int main(int argc, char **argv)
{
    const struct family family = {"blocks", "messages",    "WRITER", LINES_BEFORE, LINES_OF_CELL, count,
                                  cell_at,  write_program, has_race, is_left_out,  judge_report,  say};
    return answer(&family, argc, argv);
}
