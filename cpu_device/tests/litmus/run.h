// SPDX-License-Identifier: MIT
// Runs the litmus tests that write.c has written, and counts their outcomes. Included by that program alone.
//
//     litmus                         each test in 10,000 instances
//     litmus --seconds 0.9           each test for so long
//     litmus --test MP:plain:01      only the tests whose names begin so
//     litmus --chatter 200           in every second launch, threads read beside the locations before they begin, and
//                                    wait for up to so many cycles
//
// A launch runs many instances of one test side by side, each with its own locations. A line gives the test, what the
// PTX model calls it, and each outcome that was seen, with its count: the registers, a slash, and what the locations
// held at the end. "*": no order of turns leads there, but the model allows it. "!": the model forbids it; then the
// exit status is 1.
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { not_read = 3, weak = 1 << 14, end_of_outcomes = 1 << 15, most_allowed = 64, most_outcomes = 1 << 14 };

struct litmus_run {
    unsigned instances, in_group; // in_group: whose threads share their blocks
    unsigned stride, chatter, seed;
    unsigned *memory, *results; // three locations and four registers for each instance
};
struct litmus_place {
    unsigned *x, *y, *z, *result;
    unsigned instances;
};
struct litmus_test {
    const char *name;
    void (*kernel)(struct litmus_run);
    int blocks, threads; // of one instance: blocks, and threads in each at most
    int registers, locations;
    bool races;
    unsigned short outcomes[most_allowed]; // all that are allowed, with `weak`
};

__device__ static unsigned mix_bits(unsigned bits)
{
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    return bits ^ bits >> 16;
}

// Which of a test's threads the calling thread is, and its locations; -1: none.
__device__ static int find_place(const struct litmus_run &run, int threads, const int *blocks, litmus_place *place)
{
    int count = 0, thread = -1;
    for (int i = 0; i < threads; i++)
        count = blocks[i] >= count ? blocks[i] + 1 : count;
    const unsigned block = blockIdx.x % count, slot = threadIdx.x / run.in_group;
    unsigned before = 0;
    for (int i = 0; i < threads; i++)
        if ((unsigned)blocks[i] == block && before++ == slot)
            thread = i;
    const unsigned instance = blockIdx.x / count * run.in_group + threadIdx.x % run.in_group;
    if (thread < 0 || instance >= run.instances)
        return -1;
    const size_t row = (size_t)run.instances * run.stride;
    place->x = run.memory + (size_t)instance * run.stride;
    place->y = place->x + row + run.stride;
    place->z = place->y + row + run.stride;
    place->result = run.results + instance;
    place->instances = run.instances;
    if (run.chatter > 0) {
        // What lies beside the locations comes into the cache, and with it what they hold now.
        if (run.stride > 3 && (place->x[1] | place->y[2] | place->z[3]) != 0)
            return -1;
        const unsigned cycles = mix_bits(instance * 4 + thread + mix_bits(run.seed)) % run.chatter;
        for (const long long begin = clock64(); clock64() - begin < cycles;)
            ;
    }
    return thread;
}

__global__ static void fill_words(unsigned *words, size_t count, unsigned value)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        words[i] = value;
}

__global__ static void count_outcomes(struct litmus_run run, int registers, int locations, unsigned long long *counts)
{
    const unsigned instance = blockIdx.x * blockDim.x + threadIdx.x;
    if (instance >= run.instances)
        return;
    const size_t row = ((size_t)run.instances + 1) * run.stride;
    unsigned outcome = 0;
    for (int r = 0; r < registers; r++)
        outcome |= (run.results[(size_t)r * run.instances + instance] & 3) << 2 * r;
    for (int l = 0; l < locations; l++)
        outcome |= (run.memory[l * row + (size_t)instance * run.stride] & 3) << 2 * (registers + l);
    atomicAdd(&counts[outcome], 1ULL);
}

extern const struct litmus_test litmus_tests[];
extern const int litmus_count;

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        const cudaError_t error = call;                                                                                \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "litmus: %s: %s\n", #call, cudaGetErrorString(error));                                     \
            exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 2);                         \
        }                                                                                                              \
    } while (0)

static const int most_groups = 256, most_in_group = 128, most_stride = 33;

struct litmus_options {
    double seconds;
    long runs;
    unsigned chatter;
    const char *test;
};

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void launch(const struct litmus_test *t, struct litmus_run run, unsigned long long *counts)
{
    const size_t words = 3 * ((size_t)run.instances + 1) * run.stride;
    const unsigned groups = (run.instances + run.in_group - 1) / run.in_group;
    fill_words<<<(unsigned)((words + 255) / 256), 256>>>(run.memory, words, 0);
    fill_words<<<(4 * run.instances + 255) / 256, 256>>>(run.results, (size_t)4 * run.instances, not_read);
    t->kernel<<<groups * t->blocks, t->threads * run.in_group>>>(run);
    count_outcomes<<<(run.instances + 255) / 256, 256>>>(run, t->registers, t->locations, counts);
    MUST(cudaGetLastError());
}

static bool print_outcome(const struct litmus_test *t, unsigned outcome, unsigned long long count)
{
    printf(" ");
    for (int r = 0; r < t->registers; r++)
        printf("%c", (outcome >> 2 * r & 3) == not_read ? '-' : (char)('0' + (outcome >> 2 * r & 3)));
    printf("/");
    for (int l = 0; l < t->locations; l++)
        printf("%u", outcome >> 2 * (t->registers + l) & 3);
    const unsigned short *o = t->outcomes;
    while (*o != end_of_outcomes && (*o & ~weak) != (int)outcome)
        o++;
    printf("%s=%llu", *o == end_of_outcomes ? "!" : *o & weak ? "*" : "", count);
    return *o != end_of_outcomes;
}

// Runs one test. False: an outcome was seen that the model forbids.
static bool run_test(const struct litmus_test *t, const struct litmus_options *options, struct litmus_run run,
                     unsigned long long *counts)
{
    static const unsigned strides[] = {1, 4, 33, 8};
    MUST(cudaMemset(counts, 0, most_outcomes * sizeof *counts));
    const double begin = now();
    unsigned long long done = 0;
    for (unsigned n = 0;
         options->seconds > 0 ? now() - begin < options->seconds : done < (unsigned long long)options->runs; n++) {
        run.seed = n;
        run.stride = strides[n / 2 % 4];
        run.chatter = n % 2 ? options->chatter : 0;
        if (options->seconds == 0 && (unsigned long long)options->runs - done < run.instances)
            run.instances = (unsigned)((unsigned long long)options->runs - done);
        launch(t, run, counts);
        done += run.instances;
        if (n % 16 == 15)
            MUST(cudaDeviceSynchronize());
    }
    static unsigned long long seen[most_outcomes];
    MUST(cudaMemcpy(seen, counts, sizeof seen, cudaMemcpyDeviceToHost));
    printf("%-46s %-7s %12llu:", t->name, t->races ? "race" : "ordered", done);
    bool allowed = true;
    for (unsigned o = 0; o < most_outcomes; o++)
        if (seen[o] > 0)
            allowed &= print_outcome(t, o, seen[o]);
    printf("\n");
    return allowed;
}

static struct litmus_options options_of(int argc, char **argv)
{
    struct litmus_options o = {0, 10000, 0, ""};
    for (int i = 1; i < argc; i += 2) {
        char *end = NULL;
        errno = 0;
        if (i + 1 == argc)
            break;
        else if (strcmp(argv[i], "--test") == 0)
            o.test = argv[i + 1];
        else if (strcmp(argv[i], "--seconds") == 0)
            o.seconds = strtod(argv[i + 1], &end);
        else if (strcmp(argv[i], "--runs") == 0)
            o.runs = strtol(argv[i + 1], &end, 10);
        else if (strcmp(argv[i], "--chatter") == 0)
            o.chatter = (unsigned)strtoul(argv[i + 1], &end, 10);
        else
            break;
        if ((end != NULL && (*end != '\0' || end == argv[i + 1])) || errno != 0)
            break;
        if (i + 2 == argc)
            return o;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: litmus [--seconds S | --runs N] [--chatter CYCLES] [--test NAME]\n");
        exit(2);
    }
    return o;
}

int main(int argc, char **argv)
{
    const struct litmus_options options = options_of(argc, argv);
    struct litmus_run run = {};
    run.in_group = most_in_group;
    run.instances = (unsigned)(most_groups * most_in_group);
    unsigned long long *counts;
    const size_t words = 3 * ((size_t)run.instances + 1) * most_stride;
    MUST(cudaMalloc((void **)&run.memory, words * sizeof(unsigned)));
    MUST(cudaMalloc((void **)&run.results, 4 * (size_t)run.instances * sizeof(unsigned)));
    MUST(cudaMalloc((void **)&counts, most_outcomes * sizeof *counts));
    int ran = 0, forbidden = 0;
    for (int i = 0; i < litmus_count; i++)
        if (strncmp(litmus_tests[i].name, options.test, strlen(options.test)) == 0) {
            forbidden += !run_test(&litmus_tests[i], &options, run, counts);
            ran++;
            fflush(stdout);
        }
    MUST(cudaFree(run.memory));
    MUST(cudaFree(run.results));
    MUST(cudaFree(counts));
    printf("%d tests, %d with outcomes that the PTX model forbids\n", ran, forbidden);
    return ran == 0 ? 2 : forbidden > 0;
}
