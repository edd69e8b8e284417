// SPDX-License-Identifier: MIT
// check_sums PROGRAM rows|columns CPU|GPU: at awkward sizes, the sums of every kernel of row_sums or column_sums must
// be those of the matrix, added up here element by element. On the CPU device, at a size that tiles and warps divide,
// every count must be what the addresses of each kernel come to; and the blocks that share a column must have done so.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"
#include "read_csv.h"

struct counts {
    const char *kernel;
    int sectors;
    double percent;
    int load_passes, store_passes; // of the banks, for each that it takes without conflicts; 0: there are no accesses
    const char *conflicts;         // as the table says them
};

// At 512 x 512. A sector is 8 floats. One thread a row: each lane's address lies 512 floats, 64 sectors, from the next
// one's: 32 sectors, of whose 8 floats one is used. 32 neighbours: 4 sectors, of which all is used; of 16 bytes
// each, 16. In a tile 32 wide, what a column's 32 threads want is 32 words apart: one bank, 32 passes; 33 apart, 32
// banks, one. The halvings of a block use neighbours: no conflicts.
static const struct counts of_rows[] = {{"one thread a row", 32, 12.5, 0, 0, "- -"},
                                        {"through a tile 32 wide", 4, 100, 32, 1, "32-way none"},
                                        {"through a tile 33 wide", 4, 100, 1, 1, "none none"},
                                        {"one block a row", 4, 100, 1, 1, "none none"},
                                        {"one warp a row by 16 bytes", 16, 100, 0, 0, "- -"}};
static const struct counts of_columns[] = {{"one thread a column", 4, 100, 0, 0, "- -"},
                                           {"rows split over blocks", 4, 100, 0, 0, "- -"},
                                           {"eight loads at once", 4, 100, 0, 0, "- -"}};

// The sum of (k + 1) times the k-th row sum, or column sum, modulo 2^32.
static uint32_t expected_checksum(uint64_t rows, uint64_t columns, bool rows_are_summed)
{
    uint32_t sum = 0;
    for (uint64_t row = 0; row < rows; ++row)
        for (uint64_t column = 0; column < columns; ++column)
            sum += (uint32_t)((rows_are_summed ? row : column) + 1) * (uint32_t)(1 + row % 7 + column % 5);
    return sum;
}

// The row of the table for people ends in the conflicts of loads and stores, and in how many results are wrong.
static void require_conflicts(const struct run *run, const struct counts *expected)
{
    char loads[20] = "", stores[20] = "", said[41];
    const char *row = strstr(run->out, expected->kernel);
    if (row != NULL)
        sscanf(row + strlen(expected->kernel), "%*s %*s %*s %19s %19s", loads, stores);
    snprintf(said, sizeof said, "%s %s", loads, stores);
    if (strcmp(said, expected->conflicts) != 0)
        fail(run, "%s: the table says %s of bank conflicts, not %s", expected->kernel, said, expected->conflicts);
}

static void check_size(char **argv, int rows, int columns)
{
    bool rows_are_summed = strcmp(argv[2], "rows") == 0, cpu = strcmp(argv[3], "CPU") == 0;
    const struct counts *expected = rows_are_summed ? of_rows : of_columns;
    int kernels = rows_are_summed ? sizeof of_rows / sizeof *of_rows : sizeof of_columns / sizeof *of_columns;
    char path[1000], r[20], c[20];
    snprintf(path, sizeof path, "%s_%d_%d.csv", argv[1], rows, columns);
    snprintf(r, sizeof r, "%d", rows);
    snprintf(c, sizeof c, "%d", columns);
    struct run run = run_program((char *[]){argv[1], "--rows", r, "--columns", c, "--csv", path, NULL}, 300);
    skip_without_device(&run);
    require_status(&run, 0);
    if (run.err_size != 0)
        fail(&run, "%d x %d: it has something to say on standard error", rows, columns);

    struct csv csv = read_csv(&run, path);
    if (csv.rows != kernels + !cpu)
        fail(&run, "%s has %d rows, not %d", path, csv.rows, kernels + !cpu);
    if (rows_are_summed)
        columns = (columns + 3) / 4 * 4; // for loads of 16 bytes
    for (int i = 0; i < kernels; ++i) {
        require_text(&csv, i, "table", rows_are_summed ? "row sums" : "column sums");
        require_text(&csv, i, "name", expected[i].kernel);
        require_text(&csv, i, "wrong", "0");
        require_figure(&csv, i, "result", expected_checksum(rows, columns, rows_are_summed), 0);
        if (!cpu)
            require_between(&csv, i, "milliseconds", 1e-6, 60000);
        if (!cpu || rows != 512 || columns != 512)
            continue;
        require_figure(&csv, i, "sectors per request", expected[i].sectors, 0);
        require_figure(&csv, i, "percent used", expected[i].percent, 0);
        require_conflicts(&run, &expected[i]);
        if (expected[i].load_passes == 0) {
            require_text(&csv, i, "load passes", "");
            continue;
        }
        require_figure(&csv, i, "load passes", expected[i].load_passes, 0);
        require_figure(&csv, i, "store passes", expected[i].store_passes, 0);
    }
    unlink(path);
    free_csv(&csv);
    free_run(&run);
}

// 1000 rows in parts of 64 are 16: each part adds its sums by atomics, a warp 32 of them at once.
static void check_parts(char **argv)
{
    char *csv;
    struct run run = run_counted((char *[]){argv[1], "--rows", "1000", "--columns", "512", NULL}, 300, &csv);
    require_status(&run, 0);
    long one = counted_requests(csv, "one_load_at_once", "global atomic"),
         eight = counted_requests(csv, "eight_loads_at_once", "global atomic");
    if (one != 512 / 32 * (1 + 16) || eight != 512 / 32 * 16)
        fail(&run, "%ld and %ld requests of atomics, not %d and %d:\n%s", one, eight, 512 / 32 * 17, 512 / 32 * 16,
             csv);
    free(csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_sums PROGRAM rows|columns CPU|GPU\n");
        return 2;
    }
    static const int sizes[][2] = {{1, 1}, {1, 1000}, {1000, 1}, {31, 33}, {33, 31}, {257, 64}, {64, 4099}, {512, 512}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        check_size(argv, sizes[i][0], sizes[i][1]);
    if (strcmp(argv[2], "columns") == 0 && strcmp(argv[3], "CPU") == 0)
        check_parts(argv);
    require_refusal((char *[]){argv[1], "--rows", "0", NULL}, "--rows needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--columns", "1525202", NULL}, "at most");
    require_refusal((char *[]){argv[1], "--rows", "5", "--csv", "/nonexistent/file", NULL}, "cannot write");
    return 0;
}
