// SPDX-License-Identifier: MIT
// counts: writes programs of hundreds of small kernels, and judges what the CPU device reports of each. Two blocks
// store a word, and one thread of each counts its block as done; the block that is counted last loads the other's word.
// Whether that is a race follows by rule.
//
//     counts count counts                        how many kernels there are
//     counts write counts FIRST STEP > X.cu      a program of the cells FIRST, FIRST + STEP, ...
//     CPU_DEVICE_REPORT=X.json ./x 0             launches each of them once
//     counts judge counts FIRST STEP 0 X.json
//
// A cell has: who stores (the thread that counts, another one, or all); the store (plain, atomicAdd()) and the storing
// thread's fence; a barrier before the count, or none; the counting thread's fence, the count, and the fence after it;
// the load (plain, volatile, atomicAdd()), by the thread that counts or, after a barrier, by another one.
//
// The judge prints how many cells are right, silent, at a false line, and false alarms, and each cell that is not
// right, as in blocks.c. Silence that CHECKS.md documents counts apart. All 24 parts: docs/results/grid-counts.txt.
// Exit status: 0 if every cell is right; 1 if not; 2 bad usage.
#include "between_blocks.h"

enum who { COUNTER, OTHER, ALL, WHO };
enum store { PLAIN_STORE, ADD_STORE, STORES };
enum fence { NONE, OF_BLOCK, OF_DEVICE, FENCES };
enum count { ADD_COUNT, ADD_OF_BLOCK, ACQUIRE_RELEASE, PLAIN_COUNT, COUNTS };
enum load { PLAIN_LOAD, VOLATILE_LOAD, ADD, LOADS };

static const char *const conditions[WHO] = {"t == 0", "t == 33", "t < 64"};
static const char *const fences[FENCES] = {"", "__threadfence_block();", "__threadfence();"};
static const char *const counts[COUNTS] = {"last = atomicAdd(count, 1) == 1;", "last = atomicAdd_block(count, 1) == 1;",
                                           "asm volatile(\"atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;\" : "
                                           "\"=r\"(old) : \"l\"(count) : \"memory\"); last = old == 1;",
                                           "last = (*count)++ == 1;"};
static const char *const count_names[COUNTS] = {"atomicAdd()", "atomicAdd_block()", "atom.acq_rel.gpu", "++"};
static const char *const loads[LOADS] = {"*word", "*(volatile int *)word", "atomicAdd(word, 0)"};

struct cell {
    enum who who;
    enum store store;
    enum fence of_store, before, after; // the last two by the thread that counts
    bool barrier;                       // before the count
    enum count count;
    bool read_by_other; // after a barrier
    enum load load;
};

static int count(void)
{
    return WHO * STORES * FENCES * 2 * 2 * COUNTS * 2 * 2 * LOADS;
}

static struct cell cell_of(int number)
{
    struct cell c;
    c.load = (enum load)digit(&number, LOADS);
    c.read_by_other = digit(&number, 2) != 0;
    c.after = digit(&number, 2) != 0 ? OF_DEVICE : NONE;
    c.count = (enum count)digit(&number, COUNTS);
    c.before = digit(&number, 2) != 0 ? OF_DEVICE : NONE;
    c.barrier = digit(&number, 2) != 0;
    c.of_store = (enum fence)digit(&number, FENCES);
    c.store = (enum store)digit(&number, STORES);
    c.who = (enum who)number;
    return c;
}

// --- the rule: PTX ISA, 8.7 and 8.8 ---

static bool count_is_strong(const struct cell *c)
{
    return c->count == ADD_COUNT || c->count == ACQUIRE_RELEASE;
}

// Whether what the storing thread has done comes before the count in the program, or by a barrier.
static bool comes_before_count(const struct cell *c)
{
    return c->who == COUNTER || c->barrier;
}

static bool releases(const struct cell *c)
{
    return c->before == OF_DEVICE || c->count == ACQUIRE_RELEASE || (c->who == COUNTER && c->of_store == OF_DEVICE);
}

static bool acquires(const struct cell *c)
{
    return c->after == OF_DEVICE || c->count == ACQUIRE_RELEASE;
}

static bool word_is_strong(const struct cell *c)
{
    return c->store == ADD_STORE && c->load != PLAIN_LOAD;
}

static bool races_on_word(const struct cell *c)
{
    return !word_is_strong(c) && !(count_is_strong(c) && comes_before_count(c) && releases(c) && acquires(c));
}

// Both blocks add to one word, so the load also races with an addition in its own block, without a barrier between.
static bool races_in_block(const struct cell *c)
{
    return c->store == ADD_STORE && c->who != COUNTER && !c->barrier && !c->read_by_other && !word_is_strong(c);
}

static bool has_race(const struct cell *c)
{
    return !count_is_strong(c) || races_on_word(c);
}

// Where the device is less strict than PTX (CHECKS.md): the barrier after the count counts as the fence of an acquire,
// and the one before it as that of a release if every thread has fenced after its stores, which atomics do not need.
static bool is_left_out(const struct cell *c)
{
    const bool released = releases(c) || (c->barrier && (c->store == ADD_STORE || c->of_store == OF_DEVICE));
    return count_is_strong(c) && comes_before_count(c) && released && (acquires(c) || c->read_by_other);
}

// --- writing ---

enum {
    LINES_BEFORE = 3,
    LINES_OF_CELL = 22,
    LINE_OF_STORE = 6,
    LINE_OF_COUNT = 12,
    LINE_OF_OWN_LOAD = 15,
    LINE_OF_OTHER_LOAD = 19
};

static void write_cell(const struct cell *c, int number)
{
    const bool plain = c->store == PLAIN_STORE; // then each thread of each block has a word of its own
    printf("__global__ void cell_%d(int *data, int *count, int *out)\n{\n"
           "    __shared__ bool last;\n"
           "    const int t = threadIdx.x, b = blockIdx.x;\n"
           "    int *own = data + %s, *word = data + %s, old;\n"
           "    if (%s) {\n        %s;\n        %s\n    }\n    %s\n"
           "    if (t == 0) {\n        %s\n        %s\n        %s\n        if (%s)\n            *out = %s;\n    }\n"
           "    __syncthreads();\n    if (%s)\n        *out = %s;\n}\n\n",
           number, plain ? "b * 64 + t" : "0",
           !plain              ? "0"
           : c->who == COUNTER ? "(1 - b) * 64"
                               : "(1 - b) * 64 + 33",
           conditions[c->who], plain ? "*own = 1" : "atomicAdd(own, 1)", fences[c->of_store],
           c->barrier ? "__syncthreads();" : "", fences[c->before], counts[c->count], fences[c->after],
           c->read_by_other ? "false" : "last", loads[c->load], c->read_by_other ? "last && t == 40" : "false",
           loads[c->load]);
}

static void write_program(int first, int step)
{
    printf("// made by cpu_device/tests/grid/counts.c\n\n\n");
    for (int i = first; i < count(); i += step) {
        const struct cell c = cell_of(i);
        write_cell(&c, i);
    }
    printf("int main()\n{\n    int *w;\n    if (cudaMalloc(&w, 256 * sizeof(int)))\n        return 1;\n");
    for (int i = first; i < count(); i += step)
        printf("    if (cudaMemset(w, 0, 256 * sizeof(int)))\n        return 1;\n"
               "    cell_%d<<<2, 64>>>(w, w + 160, w + 192);\n    if (cudaDeviceSynchronize())\n        return 1;\n",
               i);
    printf("    return cudaFree(w);\n}\n");
}

// --- judging ---

// Whether there is a race between these lines of the kernel, counted from 0.
static bool races_there(const struct cell *c, int one, int other)
{
    const int load = c->read_by_other ? LINE_OF_OTHER_LOAD : LINE_OF_OWN_LOAD;
    return (one == LINE_OF_COUNT && other == LINE_OF_COUNT && !count_is_strong(c)) ||
           (races_on_word(c) && ((one == LINE_OF_STORE && other == load) || (one == load && other == LINE_OF_STORE)));
}

static void judge_report(const char *json, const struct cell *c, int first_line, struct verdict *v)
{
    ++v->reports;
    const char *accesses = after(json, "\"accesses\":["), *one = after(accesses, "\"line\":"),
               *other = after(one, "\"line\":");
    const bool in_block = strstr(json, "\"id\":\"race-global\"") != NULL && races_in_block(c);
    if ((!in_block && strstr(json, "\"id\":\"race-between-blocks\"") == NULL) || other == NULL)
        snprintf(v->wrong, sizeof v->wrong, "another report: %.60s", json);
    else if (!races_there(c, atoi(one) - first_line, atoi(other) - first_line))
        snprintf(v->wrong, sizeof v->wrong, "lines %d and %d of the kernel", atoi(one) - first_line + 1,
                 atoi(other) - first_line + 1);
}

static void say(int number, const struct cell *c, const char *what, const char *more)
{
    static const char *const names[WHO] = {"the counting thread", "another thread", "all threads"};
    printf("cell %d: %s: %s %s;%s %s %s %s; %s %s: %s%s%s\n", number, names[c->who],
           c->store == PLAIN_STORE ? "a store" : "atomicAdd()", fences[c->of_store], c->barrier ? " barrier;" : "",
           fences[c->before], count_names[c->count], fences[c->after], c->read_by_other ? "another thread:" : "",
           loads[c->load], what, more[0] != '\0' ? ": " : "", more);
}

static const struct cell *cell_at(int number)
{
    static struct cell c;
    c = cell_of(number);
    return &c;
}

int main(int argc, char **argv)
{
    const struct family family = {"counts", "counts",      "0",      LINES_BEFORE, LINES_OF_CELL, count,
                                  cell_at,  write_program, has_race, is_left_out,  judge_report,  say};
    return answer(&family, argc, argv);
}
