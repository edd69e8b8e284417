// SPDX-License-Identifier: MIT
// check_global_cache PROGRAM CPU|GPU: the sums are right with both caches. The CPU device counts in which memory the
// cache of each kernel is: a tree reduction of 256 sums needs 25 loads and 20 stores of warps there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"
#include "read_csv.h"

static double exact_dot(int n)
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += (1 + i % 7) * (7 - i % 7);
    return sum;
}

static void check_tables(const struct run *run, const char *path, bool cpu)
{
    static const char *const tables[] = {"32 blocks for 33792", "an element per thread"}, *const names[] = {
                                                                                              "in shared memory",
                                                                                              "in global memory"};
    const int elements[] = {33 * 1024, (cpu ? 64 : 4096) * 256};
    struct csv csv = read_csv(run, path);
    if (csv.rows != 4)
        fail(run, "%s has %d rows, not 4", path, csv.rows);
    for (int t = 0; t < 2; ++t) {
        for (int i = 0; i < 2; ++i) {
            int row = csv_row(&csv, tables[t], names[i]);
            require_text(&csv, row, "wrong", "0");
            require_figure(&csv, row, "result", exact_dot(elements[t]), 0);
            if (cpu)
                require_text(&csv, row, "milliseconds", "");
            else
                require_between(&csv, row, "milliseconds", 1e-6, 1000);
        }
    }
    free_csv(&csv);
}

// Each of the 32 and 64 blocks stores its sums eight times. 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 times it loads two and stores
// one. Then it loads the total.
static void check_counts(const struct run *run, const char *counted)
{
    const long blocks = 32 + 64, loads = 25 * blocks, stores = 20 * blocks;
    const long inputs = 2 * (33 * 1024 + 64 * 256) / 32;
    const struct {
        const char *kernel, *access;
        long requests;
    } expected[] = {
        {"dot_shared_cache", "shared load", loads},  {"dot_shared_cache", "shared store", stores},
        {"dot_shared_cache", "global load", inputs}, {"dot_shared_cache", "global store", blocks},
        {"dot_global_cache", "shared load", 0},      {"dot_global_cache", "global load", inputs + loads},
        {"dot_global_cache", "shared store", 0},     {"dot_global_cache", "global store", blocks + stores},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        long requests = counted_requests(counted, expected[i].kernel, expected[i].access);
        if (requests != expected[i].requests)
            fail(run, "%s: %ld requests (%s), not %ld:\n%s", expected[i].kernel, requests, expected[i].access,
                 expected[i].requests, counted);
    }
    const char *said = strstr(run->out, "\nA block's cache in global memory: 25 loads and 20 stores.\n");
    if (said == NULL || strstr(said + 1, "\nA block's cache in global memory: 25 loads and 20 stores.\n") == NULL)
        fail(run, "it does not say twice what the cache costs");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_global_cache PROGRAM CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], *counted;
    snprintf(path, sizeof path, "%s.csv", argv[1]);
    char *arguments[] = {argv[1], "--csv", path, NULL};
    struct run run = cpu ? run_counted(arguments, 60, &counted) : run_program(arguments, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);
    check_tables(&run, path, cpu);
    unlink(path);
    if (cpu) {
        check_counts(&run, counted);
        free(counted);
    }
    free_run(&run);
    return 0;
}
