// SPDX-License-Identifier: MIT
// check_matrix_reads PROGRAM CPU|GPU: of matrix_reads, or of bench/tiles, the kernels, blocks and sums at awkward
// sizes, and on the CPU device what it counted, against the same loads gone through here one by one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

enum { lanes = 32, sector = 8 }; // threads a warp, floats a sector
static const char *const names[4] = {"globalx", "globaly", "shared1", "shared2"};

struct loads {
    long requests, sectors, floats;
};

// One load of a warp: a float index for each lane, -1 where it takes no part.
static void count_load(const long index[lanes], struct loads *loads)
{
    bool any = false;
    for (int i = 0; i < lanes; ++i) {
        bool new_float = index[i] >= 0, new_sector = new_float;
        any |= new_float;
        for (int j = 0; j < i; ++j) {
            new_float &= index[j] != index[i];
            new_sector &= index[j] < 0 || index[j] / sector != index[i] / sector;
        }
        loads->floats += new_float;
        loads->sectors += new_sector;
    }
    loads->requests += any;
}

static struct loads expected_loads(int kernel, int side, int size)
{
    struct loads loads = {0, 0, 0};
    int blocks = (size + side - 1) / side, step = kernel < 2 ? 1 : side;
    for (int block = 0; block < blocks * blocks; ++block)
        for (int first = 0; first < side * side; first += lanes)
            for (int n = 0; n < size; n += step) {
                long index[lanes];
                for (int i = 0; i < lanes; ++i) {
                    int thread_x = (first + i) % side, thread_y = (first + i) / side;
                    int x = block % blocks * side + thread_x, y = block / blocks * side + thread_y;
                    int row = kernel == 0 || kernel == 2 ? y : kernel == 1 ? n : n + thread_y;
                    int column = kernel == 1 || kernel == 3 ? x : kernel == 0 ? n : n + thread_x;
                    bool active = row < size && column < size && (kernel > 1 || (x < size && y < size));
                    index[i] = active ? (long)row * size + column : -1;
                }
                count_load(index, &loads);
            }
    return loads;
}

// Row r and column c meet in 2 * (r - c) + 1. Thread (x, y) adds up row y or column x; k counts the threads.
static unsigned expected_checksum(int kernel, int size)
{
    unsigned result = 0, k = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            long sum = 0;
            for (int n = 0; n < size; ++n)
                sum += kernel % 2 == 0 ? 2 * (y - n) + 1 : 2 * (n - x) + 1;
            result += ++k * (unsigned)sum;
        }
    return result;
}

// `first`: the program's first kernel; it has two.
static void check_table(char **argv, int first, int size)
{
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], n[20];
    snprintf(path, sizeof path, "%s_%d.csv", argv[1], size);
    snprintf(n, sizeof n, "%d", size);
    struct run run = run_program((char *[]){argv[1], "--csv", path, "--size", n, NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);
    if ((strstr(run.out, "\nNo timings here: ") != NULL) != cpu)
        fail(&run, "it does not say whether it measures");
    if (strstr(run.out, "\nYes: all 4 results are right.\n") == NULL)
        fail(&run, "it does not say that every sum is right");

    struct csv csv = read_csv(&run, path);
    if (csv.rows != 4)
        fail(&run, "%s has %d rows, not 4", path, csv.rows);
    for (int row = 0; row < 4; ++row) {
        int kernel = first + row % 2, side = row < 2 ? 16 : 32;
        char table[40];
        snprintf(table, sizeof table, "blocks of %dx%d", side, side);
        require_text(&csv, row, "table", table);
        require_text(&csv, row, "name", names[kernel]);
        require_text(&csv, row, "wrong", "0");
        require_figure(&csv, row, "result", expected_checksum(kernel, size), 0);
        if (!cpu) {
            require_between(&csv, row, "milliseconds", 1e-6, 60000);
            continue;
        }
        struct loads loads = expected_loads(kernel, side, size);
        require_figure(&csv, row, "load requests", loads.requests, 0);
        require_figure(&csv, row, "sectors per request", (double)loads.sectors / (double)loads.requests, 1e-9);
        require_figure(&csv, row, "percent used", 100.0 * (double)loads.floats / (double)(loads.sectors * sector),
                       1e-9);
        if (kernel < 2) {
            require_text(&csv, row, "load passes", "");
        } else { // each warp reads and writes the tiles without conflict: floats side by side, or the same
            require_figure(&csv, row, "load passes", 1, 0);
            require_figure(&csv, row, "store passes", 1, 0);
        }
    }
    unlink(path);
    free_csv(&csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_matrix_reads PROGRAM CPU|GPU\n");
        return 2;
    }
    const int first = strstr(argv[1], "tiles") != NULL ? 2 : 0;
    check_table(argv, first, 128);
    check_table(argv, first, 100); // rows that begin within a sector, blocks that are not full
    check_table(argv, first, 33);
    check_table(argv, first, 31);
    check_table(argv, first, 1);
    require_refusal((char *[]){argv[1], "--size", "2897", NULL}, "--size may be 2896 at most");
    return 0;
}
