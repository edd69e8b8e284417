// SPDX-License-Identifier: MIT
// check_row_column_sums PROGRAM CPU|GPU: at awkward sizes, the sums of every kernel must be those of the matrix, added
// up here element by element. On the CPU device, at a size that tiles and warps divide, every count must be what the
// addresses of each kernel come to; and the kernels whose blocks share a row or a column must have done so.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_counters.h"

enum { row_kernels = 5, kernels = 8 };

static const char *const names[kernels] = {"row sums,one thread a row",           "row sums,through a tile 32 wide",
                                           "row sums,through a tile 33 wide",     "row sums,one block a row",
                                           "row sums,16-byte loads and shuffles", "column sums,one thread a column",
                                           "column sums,rows split over blocks",  "column sums,16-byte loads"};

// common/summed_matrix.h says what an element is; this is the same for less than 2^23 rows and columns.
static uint64_t element(uint64_t row, uint64_t column, uint64_t rows, uint64_t columns)
{
    uint64_t levels = (UINT64_C(1) << 23) / (rows > columns ? rows : columns);
    uint64_t i = row * 2654435761 % rows, j = column * 2246822519 % columns;
    return 1 + i % levels + j % levels + (i * columns + j * rows >= rows * columns);
}

// The sums of (k + 1) times the k-th row sum, or column sum, modulo 2^32.
static void checksums(uint64_t rows, uint64_t columns, uint32_t *of_rows, uint32_t *of_columns)
{
    *of_rows = *of_columns = 0;
    for (uint64_t row = 0; row < rows; ++row)
        for (uint64_t column = 0; column < columns; ++column) {
            uint32_t value = (uint32_t)element(row, column, rows, columns);
            *of_rows += (uint32_t)(row + 1) * value;
            *of_columns += (uint32_t)(column + 1) * value;
        }
}

// The figures in a line of CSV, behind its two names; NaN for none. The number of them.
static int read_figures(const char *line, double *figures, int most)
{
    int count = 0;
    for (; *line == ',' && count < most; ++count) {
        char *end;
        figures[count] = strtod(line + 1, &end);
        if (end == line + 1)
            figures[count] = NAN;
        line = end;
    }
    return *line == '\n' ? count : -1;
}

// Runs the program on a matrix, and checks the sums; leaves the figures of each kernel that come before. Stores in
// `counts`, unless it is null, what the CPU device counts of the kernels, by name.
static void check_size(const char *program, const char *rows, const char *columns, const char *headings,
                       double figures[kernels][8], char **counts)
{
    char path[] = "row_column_sums_XXXXXX";
    close(mkstemp(path));
    char *arguments[] = {(char *)program, "--rows", (char *)rows, "--columns", (char *)columns,
                         "--repeat",      "3",      "--csv",      path,        NULL};
    struct run run = counts != NULL ? run_counted(arguments, 300, counts) : run_program(arguments, 300);
    if (run.status == 77)
        unlink(path);
    skip_without_device(&run);
    require_status(&run, 0);
    if (run.err_size != 0)
        fail(&run, "%s x %s: it has something to say on standard error", rows, columns);
    if (strstr(run.out, "\nYes: 8 of 8 kernels have every sum right.\n") == NULL)
        fail(&run, "%s x %s: it does not say that every sum is right", rows, columns);

    size_t size;
    char *csv = read_file(path, &size);
    unlink(path);
    if (strncmp(csv, headings, strlen(headings)) != 0)
        fail(&run, "%s x %s: the CSV does not begin with %s but:\n%s", rows, columns, headings, csv);
    int expected = 0;
    for (const char *c = headings; *c != '\0'; ++c)
        expected += *c == ',';
    --expected; // the first lies between the names
    uint32_t checksum[2];
    checksums(strtoull(rows, NULL, 10), strtoull(columns, NULL, 10), &checksum[0], &checksum[1]);
    const char *line = csv;
    for (int k = 0; k < kernels; ++k) {
        line = strchr(line, '\n') + 1;
        size_t length = strlen(names[k]);
        if (strncmp(line, names[k], length) != 0 || read_figures(line + length, figures[k], 8) != expected)
            fail(&run, "%s x %s: this is no line of %d figures for %s:\n%s", rows, columns, expected, names[k], line);
        double wrong = figures[k][expected - 2], sum = figures[k][expected - 1];
        if (!(wrong == 0))
            fail(&run, "%s x %s: %s: %g sums are wrong", rows, columns, names[k], wrong);
        if (!(sum == checksum[k >= row_kernels]))
            fail(&run, "%s x %s: %s: the checksum is %.0f, not %u", rows, columns, names[k], sum,
                 checksum[k >= row_kernels]);
    }
    free(csv);
    free_run(&run);
}

// At 512 x 512. A sector is 8 floats. One thread a row: each lane's address lies 512 floats, 64 sectors, from the next
// one's: 32 sectors, of whose 8 floats one is used. 32 neighbours: 4 sectors, of which all is used; of 16 bytes
// each, 16. In a tile 32 wide, what a column's 32 threads want is 32 words apart: one bank, 32 passes; 33 apart, 32
// banks, one. The halvings of a block use neighbours: no conflicts; nor do rows of 4 or more neighbours of 16 bytes
// each.
static void check_counts(const char *program, const char *headings)
{
    const double none = NAN;
    const double expected[kernels][4] = {{32, 8, none, none}, {4, 1, 32, 1},      {4, 1, 1, 1},       {4, 1, 1, 1},
                                         {16, 1, none, none}, {4, 1, none, none}, {4, 1, none, none}, {16, 1, 1, 1}};
    static const char *const what[4] = {"sectors per request", "bytes moved over used", "load conflicts",
                                        "store conflicts"};
    double figures[kernels][8];
    check_size(program, "512", "512", headings, figures, NULL);
    for (int k = 0; k < kernels; ++k)
        for (int i = 0; i < 4; ++i)
            if (isnan(expected[k][i]) ? !isnan(figures[k][i]) : !(figures[k][i] == expected[k][i])) {
                fprintf(stderr, "FAILED: %s: %s: %g, not %g\n", names[k], what[i], figures[k][i], expected[k][i]);
                exit(1);
            }
}

// Few rows and columns, of 512 kB and more, are worth several blocks each where the device has several multiprocessors.
// The blocks' sums meet in atomics, and the kernels have no others. A number of columns that 4 divides is read by
// fours.
static void check_splits(const char *program, const char *headings)
{
    static const struct {
        const char *rows, *columns, *kernel;
    } splits[] = {{"1", "131072", "rows_by_vectors<float4>"},
                  {"1", "131073", "rows_by_vectors<float>"},
                  {"32771", "4", "columns_by_vectors<float4>"},
                  {"32771", "3", "columns_by_vectors<float>"}};
    for (size_t i = 0; i < sizeof splits / sizeof *splits; ++i) {
        double figures[kernels][8];
        char *counts;
        check_size(program, splits[i].rows, splits[i].columns, headings, figures, &counts);
        if (usable_cores() > 1 && counted_requests(counts, splits[i].kernel, "global atomic") == 0) {
            fprintf(stderr, "FAILED: %s x %s: no blocks of %s share their sums:\n%s", splits[i].rows, splits[i].columns,
                    splits[i].kernel, counts);
            exit(1);
        }
        free(counts);
    }
}

static void check_failure(char *const argv[], const char *text)
{
    struct run run = run_program(argv, 300);
    require_status(&run, 1);
    const char *end = strchr(run.err, '\n');
    if (end == NULL || end[1] != '\0' || strstr(run.err, text) == NULL)
        fail(&run, "it does not say in one line: %s", text);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_row_column_sums PROGRAM CPU|GPU\n");
        return 2;
    }
    char *program = argv[1];
    int on_cpu = strcmp(argv[2], "CPU") == 0;
    const char *headings =
        on_cpu ? "group,name,sectors/request,moved/used,load conflicts,store conflicts,wrong sums,checksum\n"
               : "group,name,milliseconds,GB/s,share of a copy,wrong sums,checksum\n";

    // One of each; a warp and more; odd; several blocks a row and a strip of columns; a few lanes a row; for the GPU,
    // rows and columns in plenty.
    static const char *const sizes[][2] = {{"1", "1"},       {"1", "1000"},    {"1000", "1"},   {"33", "65"},
                                           {"31", "4097"},   {"257", "1023"},  {"64", "60"},    {"129", "132"},
                                           {"5", "140004"},  {"9001", "60"},   {"3", "8200"},   {"5000", "5000"},
                                           {"64", "200000"}, {"200000", "64"}, {"1000000", "3"}};
    const size_t for_both = 11;
    double figures[kernels][8];
    for (size_t i = 0; i < (on_cpu ? for_both : sizeof sizes / sizeof *sizes); ++i)
        check_size(program, sizes[i][0], sizes[i][1], headings, figures, NULL);

    if (on_cpu) {
        struct run run = run_program((char *[]){program, "--rows", "32", "--columns", "32", NULL}, 60);
        if (strstr(run.out, "\nTimes are not shown: ") == NULL || strstr(run.out, "milliseconds") != NULL)
            fail(&run, "it does not say why it shows no times");
        free_run(&run);
        check_counts(program, headings);
        check_splits(program, headings);
    }
    require_refusal((char *[]){program, "--rows", "0", NULL}, "--rows needs a whole number of 1 or more");
    require_refusal((char *[]){program, "--columns", "many", NULL}, "--columns needs a whole number of 1 or more");
    require_refusal((char *[]){program, "--rows", "9223372036854775807", "--columns", "9223372036854775807", NULL},
                    "GB free");
    require_refusal((char *[]){program, "--csv", "/no/such/folder/x.csv", NULL},
                    "cannot write /no/such/folder/x.csv: No such file or directory");
    check_failure((char *[]){program, "--rows", "9", "--columns", "9", "--csv", "/dev/full", NULL},
                  "cannot write /dev/full: No space left on device");
    return 0;
}
