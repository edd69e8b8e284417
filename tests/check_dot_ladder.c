// SPDX-License-Identifier: MIT
// check_dot_ladder PROGRAM CPU|GPU: every sum of dot_ladder is the exact one, or as near as floats allow, for awkward
// numbers of elements. On the CPU device the loads are as wide as each kernel's name says, shared memory and atomics
// are used as it says, and each kernel runs in its own row's place.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"
#include "read_csv.h"

static const char *const names[] = {"the book's 32 blocks",   "enough blocks", "16-byte loads",
                                    "four of them in flight", "warp shuffles", "one atomicAdd a block"};
enum { kernels = sizeof names / sizeof *names };

static long long exact_dot(size_t n)
{
    long long sum = 0;
    for (size_t i = 0; i < n; ++i)
        sum += (long long)((1 + i % 7) * (7 - i % 7));
    return sum;
}

static void check_sums(char **argv, size_t n)
{
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], elements[40];
    snprintf(path, sizeof path, "%s_%zu.csv", argv[1], n);
    snprintf(elements, sizeof elements, "%zu", n);
    struct run run = run_program((char *[]){argv[1], "--elements", elements, "--csv", path, NULL}, 100);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);

    size_t rounded = (n + 3) / 4 * 4;
    double exact = (double)exact_dot(rounded);
    // Whole numbers up to 2^24 add up exactly. The products are positive, so beyond that a sum errs by at most half an
    // epsilon for each addition on a product's way: log2(256) = 8 in its block, and one a block, of which no GPU that
    // there is gets 2^14. A thread's own sum stays below 2^24.
    double error = exact <= 1 << 24 ? 0 : (8 + (1 << 14)) * (FLT_EPSILON / 2);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != kernels + !cpu)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, kernels + !cpu);
    for (int i = 0; i < kernels; ++i) {
        require_text(&csv, i, "name", names[i]);
        require_text(&csv, i, "wrong", "0");
        require_figure(&csv, i, "result", exact, error);
        if (!cpu) {
            require_between(&csv, i, "milliseconds", 1e-6, 60000);
        } else if (rounded % 128 == 0) { // whole warps of whole loads
            int floats = i < 2 ? 1 : 4;  // in a thread's load
            require_figure(&csv, i, "load requests", 2.0 * (double)rounded / (32 * floats), 0);
            require_figure(&csv, i, "sectors per request", 4 * floats, 0);
            require_figure(&csv, i, "percent used", 100, 0);
        }
    }
    unlink(path);
    free_csv(&csv);
    free_run(&run);
}

// In a block of eight warps. Halving: eight stores, then 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 times two loads and a store, and
// eight loads of the sum. Shuffles: eight stores, and a load by the first warp. The blocks are counted by their stores,
// and those of the last kernel by their atomics.
static void check_kernels(char **argv)
{
    char *csv;
    struct run run = run_counted((char *[]){argv[1], "--elements", "4096", NULL}, 100, &csv);
    require_status(&run, 0);
    static const struct {
        const char *kernel, *result;
        int shared, launches;
    } expected[] = {{"dot_one_by_one", "global store", 8 + 12 * 3 + 8, 2},
                    {"dot_by_fours", "global store", 8 + 12 * 3 + 8, 1},
                    {"dot_four_in_flight", "global store", 8 + 12 * 3 + 8, 1},
                    {"dot_shuffles", "global store", 8 + 1, 1},
                    {"dot_atomic", "global atomic", 8 + 1, 1}};
    int enough = 32 * usable_cores();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        long blocks = counted_requests(csv, expected[i].kernel, expected[i].result);
        long shared = counted_requests(csv, expected[i].kernel, "shared load") +
                      counted_requests(csv, expected[i].kernel, "shared store");
        if (blocks != (expected[i].launches == 2 ? 32 + enough : enough) || shared != blocks * expected[i].shared)
            fail(&run, "%s: %ld blocks, %ld accesses of shared memory:\n%s", expected[i].kernel, blocks, shared, csv);
    }
    free(csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_dot_ladder PROGRAM CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[2], "CPU") == 0;
    const size_t awkward[] = {1, 5, 33, 1000, 4099, 33 * 1024 + 7, 1 << 18, 3000017};
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; ++i)
        check_sums(argv, awkward[i]);
    if (cpu)
        check_kernels(argv);
    else // all kernels have enough to do, and sums go far beyond 2^24
        check_sums(argv, ((size_t)1 << 26) + 13);
    require_refusal((char *[]){argv[1], "--elements", "0", NULL}, "--elements needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--elements", "5", "--csv", "/nonexistent/file", NULL}, "cannot write");
    return 0;
}
