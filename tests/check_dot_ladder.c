// SPDX-License-Identifier: MIT
// check_dot_ladder PROGRAM CPU|GPU: every kernel's sum is the exact one, or as near as floats allow, for awkward
// numbers of elements, and for other numbers of blocks. On the CPU device, the loads are what their width makes them,
// and each line is of the kernel that it names.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"

enum { threads_per_block = 256, largest_product = 16, kernels = 6, exact_to = 1 << 24 };

static long long exact_dot(size_t n)
{
    long long sum = 0;
    for (size_t i = 0; i < n; ++i)
        sum += (long long)((1 + i % 7) * (7 - i % 7));
    return sum;
}

// Whole numbers up to 2^24 add up exactly. The products are positive, so beyond that a sum errs by at most (1 + u)^k -
// 1, u = 2^-24, where k additions lie on a term's way: log2(256) = 8 in its block, one a block, and, if a thread's
// products may come to more than 2^24, those of the thread.
static double allowed(size_t n, int blocks)
{
    if (exact_dot(n) <= exact_to)
        return 0;
    double terms = (double)(n / ((size_t)blocks * threads_per_block)) + 8;
    double u = FLT_EPSILON / 2, k = 8 + blocks + (terms * largest_product > exact_to ? terms : 0);
    return pow(1 + u, k) - 1;
}

// A line of the tables: a name, the number of blocks, values, and the sum.
struct row {
    char name[40];
    int blocks, count;
    double values[10], sum;
};

static bool read_row(const char *line, struct row *row)
{
    const char *name_end = strstr(line, "  "); // names hold single spaces
    if (name_end == NULL || name_end == line || name_end - line >= (long)sizeof row->name ||
        strcspn(line, "\n") < (size_t)(name_end - line))
        return false;
    snprintf(row->name, sizeof row->name, "%.*s", (int)(name_end - line), line);
    char *rest = (char *)name_end, *end;
    row->count = 0;
    while (row->count < 10) {
        rest += strspn(rest, " ");
        if (*rest == '\n')
            break;
        row->values[row->count++] = strtod(rest, &end);
        if (end == rest)
            return false; // a head
        rest = end;
    }
    row->blocks = (int)row->values[0];
    row->sum = row->values[row->count - 1];
    return row->count >= 5;
}

// A block for 256 threads with so many pairs each, and no more than the book has, or than fill the device four times:
// both have many at once.
static void check_blocks(const struct run *run, bool cpu, size_t n, const struct row rows[kernels])
{
    static const size_t pairs[kernels] = {1, 1, 4, 16, 16, 16};
    int cores = usable_cores() < 24 ? usable_cores() : 24;
    for (int i = 0; i < kernels; ++i) {
        size_t each = threads_per_block * pairs[i], needed = (n + each - 1) / each, blocks = (size_t)rows[i].blocks;
        size_t resident = (cores > 12 ? 1024 : 2048) / threads_per_block; // blocks a core, by its README
        size_t most = i == 0 ? 32 : 4 * resident * (size_t)cores;
        if (cpu || i == 0 ? blocks != (needed < most ? needed : most)
                          : blocks != needed && (blocks > needed || blocks <= 32))
            fail(run, "%zu elements, '%s': %zu blocks; %zu would have something to do, and %zu are the most", n,
                 rows[i].name, blocks, needed, cpu || i == 0 ? most : needed);
    }
}

// Runs it, and looks at every line of its tables; returns the first `kernels` of them.
static struct run run_ladder(char **argv, size_t n, const char *option, const char *value, int lines,
                             struct row rows[kernels])
{
    char elements[40];
    snprintf(elements, sizeof elements, "%zu", n);
    struct run run = run_program(
        (char *[]){argv[1], "--repeat", "2", "--elements", elements, (char *)option, (char *)value, NULL}, 100);
    skip_without_device(&run);
    require_status(&run, 0);
    if (run.err_size != 0)
        fail(&run, "it has something to say on standard error");

    double exact = (double)exact_dot(n);
    int found = 0;
    for (const char *line = run.out; line != NULL; line = strchr(line, '\n')) {
        struct row row;
        line += *line == '\n';
        if (!read_row(line, &row))
            continue;
        double error = fabs(row.sum - exact) / exact;
        if (!(error <= allowed(n, row.blocks)))
            fail(&run, "%zu elements, %d blocks, '%s': the sum is %.17g; exact is %.0f", n, row.blocks, row.name,
                 row.sum, exact);
        if (found < kernels)
            rows[found] = row;
        ++found;
    }
    if (found < lines)
        fail(&run, "it has %d lines, not %d or more", found, lines);
    check_blocks(&run, strcmp(argv[2], "CPU") == 0, n, rows);
    return run;
}

// The columns of the CPU device: blocks, loads, sectors per load, accesses of shared memory, atomics, what is left to
// add.
static void check_counts(const struct run *run, size_t n, const struct row rows[kernels])
{
    for (int i = 0; i < kernels; ++i) {
        const struct row *row = &rows[i];
        int wide = i < 2 ? 1 : 4; // floats a thread loads at once
        double loads = 2.0 * (double)n / (32 * wide);
        if (row->count != 7)
            fail(run, "'%s' has %d values, not 7", row->name, row->count);
        if (row->values[1] != loads || row->values[2] != 4.0 * wide)
            fail(run, "'%s': %g loads of %g sectors, not %g of %d", row->name, row->values[1], row->values[2], loads,
                 4 * wide);
        // In a block of eight warps. Halving: eight stores, then 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 times two loads and a
        // store, and eight loads of the sum. Shuffles: eight stores, and a load by the first warp.
        if (row->values[3] != (i < 4 ? 8 + 12 * 3 + 8 : 8 + 1) * row->blocks)
            fail(run, "'%s': %g accesses of shared memory by %d blocks", row->name, row->values[3], row->blocks);
        // one to the total a block, one to count it, and one to take the total
        if (row->values[4] != (i == 5 ? 2 * row->blocks + 1 : 0))
            fail(run, "'%s': %g atomics in %d blocks", row->name, row->values[4], row->blocks);
        if (row->values[5] != (i == 5 ? 0 : row->blocks))
            fail(run, "'%s': it leaves %g sums of %d blocks to the host", row->name, row->values[5], row->blocks);
    }
}

// Each block stores one sum, and the last kernel but one in all. "16-byte loads" and "four of them in flight" load the
// same, in the same order, so nothing that they print tells them apart: their numbers of blocks do, with so few
// elements.
static void check_kernels(char **argv)
{
    struct row rows[kernels];
    struct run run = run_ladder(argv, 4099, NULL, NULL, kernels, rows);
    free_run(&run);
    char *csv;
    run = run_counted((char *[]){argv[1], "--elements", "4099", NULL}, 100, &csv);
    require_status(&run, 0);
    const struct {
        const char *kernel;
        int stores;
    } expected[] = {{"dot<sum_one_by_one, add_by_halving>", rows[0].blocks + rows[1].blocks},
                    {"dot<sum_by_fours, add_by_halving>", rows[2].blocks},
                    {"dot<sum_in_flight, add_by_halving>", rows[3].blocks},
                    {"dot<sum_in_flight, add_by_shuffles>", rows[4].blocks},
                    {"dot_complete", 1}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        long stores = counted_requests(csv, expected[i].kernel, "global store");
        if (stores != expected[i].stores)
            fail(&run, "%s stores %ld sums, not %d:\n%s", expected[i].kernel, stores, expected[i].stores, csv);
    }
    free(csv);
    free_run(&run);
}

static void check_csv(const struct run *run, const char *path)
{
    size_t size;
    char *csv = read_file(path, &size);
    int lines = 0, commas = 0;
    for (const char *c = csv; *c != '\0'; ++c) {
        lines += *c == '\n';
        commas += *c == ',';
    }
    if (lines != 1 + kernels || commas % lines != 0 || strncmp(csv, "kernel,blocks,", 14) != 0)
        fail(run, "it does not write a head and %d lines of as many values each:\n%s", kernels, csv);
    free(csv);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_dot_ladder PROGRAM CPU|GPU\n");
        return 2;
    }
    bool cpu = strcmp(argv[2], "CPU") == 0;
    struct row rows[kernels];
    const size_t awkward[] = {1, 2, 3, 4, 5, 31, 33, 1000, 1023, 4099, 33 * 1024, 33 * 1024 + 7, 262143, 3000017};
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; ++i) {
        struct run run = run_ladder(argv, awkward[i], NULL, NULL, kernels, rows);
        free_run(&run);
    }
    if (!cpu) { // all rungs have enough to do, and sums go far beyond 2^24
        struct run run = run_ladder(argv, ((size_t)1 << 26) + 13, NULL, NULL, kernels, rows);
        free_run(&run);
    }

    const size_t whole = 1 << 18; // whole warps of whole steps
    char path[] = "/tmp/check_dot_ladder_XXXXXX";
    int file = mkstemp(path);
    if (file < 0) {
        perror("mkstemp");
        return 1;
    }
    close(file);
    struct run run = run_ladder(argv, whole, "--csv", path, kernels, rows);
    check_csv(&run, path);
    unlink(path);
    if (cpu) {
        check_counts(&run, whole, rows);
        check_kernels(argv);
    }
    free_run(&run);

    // ladder, and 1, 2, ..., 4096 blocks twice
    run = run_ladder(argv, 33 * 1024 + 7, "--sweep", NULL, kernels + 2 * 13, rows);
    free_run(&run);

    require_refusal((char *[]){argv[1], "--elements", "0", NULL}, "--elements needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--elements", "99999999999999999", NULL}, "is too many");
    require_refusal((char *[]){argv[1], "--elements", "5", "--csv", "/nonexistent/file", NULL}, "cannot write");
    return 0;
}
