// SPDX-License-Identifier: MIT
// check_matrix_reads PROGRAM CPU|GPU: its kernels, blocks and sums at awkward sizes, and on the CPU device what it
// counted, against the same loads gone through here one by one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// Row y holds y, y - 1, ..., y - size + 1, and column y the same with the other sign. Thread (x, y) adds up one of
// them; k counts the threads.
static unsigned expected_checksum(int kernel, int size)
{
    unsigned result = 0, k = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            int of = kernel % 2 == 0 ? y : x, sum = 0;
            for (int n = 0; n < size; ++n)
                sum += of - n;
            result += ++k * (unsigned)(kernel % 2 == 0 ? sum : -sum);
        }
    return result;
}

// The columns behind the last sum: what the device counted, or a time; and the checksum of all sums. Returns the time,
// or how much of what it moves is used.
static double check_rest(const struct run *run, const char *row, const char *rest, bool cpu, int kernel, int side,
                         int size)
{
    unsigned checksum = 0;
    int length = 0;
    if (!cpu) {
        double ms;
        if (sscanf(rest, "%lf,%u%n", &ms, &checksum, &length) != 2 || rest[length] != '\n' || !(ms > 0 && ms < 60000))
            fail(run, "no time and checksum stand in %s", row);
        if (checksum != expected_checksum(kernel, size))
            fail(run, "the checksum is to be %u, and not as in %s", expected_checksum(kernel, size), row);
        return ms;
    }
    struct loads loads = expected_loads(kernel, side, size);
    long requests;
    double sectors, used;
    char conflict[20];
    if (sscanf(rest, "%ld,%lf,%lf,%19[^,],%u%n", &requests, &sectors, &used, conflict, &checksum, &length) != 5 ||
        rest[length] != '\n')
        fail(run, "no counts and checksum stand in %s", row);
    if (checksum != expected_checksum(kernel, size))
        fail(run, "the checksum is to be %u, and not as in %s", expected_checksum(kernel, size), row);
    // Four digits behind the point are printed.
    if (requests != loads.requests || !(fabs(sectors - (double)loads.sectors / (double)loads.requests) < 0.0001) ||
        !(fabs(used - 100.0 * (double)loads.floats / (double)(loads.sectors * sector)) < 0.0001))
        fail(run, "%ld loads, %ld sectors, %ld floats are expected, and not %s", loads.requests, loads.sectors,
             loads.floats, row);
    // Each warp reads and writes the tiles without conflict: floats side by side, or the same.
    if (strcmp(conflict, kernel < 2 ? "-" : "1.00") != 0)
        fail(run, "there are no bank conflicts, but it says %s", row);
    return used;
}

// The last line says the same as the rows of globalx and globaly: the share used, of the last shape of block, or the
// ratio of the times, of each. `values` are those of the rows, for 16x16 and for 32x32.
static void check_summary(const struct run *run, bool cpu, int only, double values[2][2])
{
    const char *line = strstr(run->out, "\nEvery sum is right; ");
    if (line == NULL)
        fail(run, "it does not say that every sum is right");
    if (cpu) {
        const double *used = values[only != 16];
        char text[200];
        snprintf(text, sizeof text,
                 "; a warp's loads use %.1f%% of what globalx moves, and %.1f%% of what globaly moves.\n", used[0],
                 used[1]);
        if (strstr(line, text) == NULL)
            fail(run, "its last line does not say%s", text);
        return;
    }
    static const char *const before[2] = {"times of globaly for one of globalx: ", " with blocks of 16x16, "};
    for (int i = 0; i < 2; ++i) {
        if (only == (i == 0 ? 32 : 16))
            continue;
        const double *ms = values[i];
        const char *start = strstr(line, before[only == 0 ? i : 0]);
        double ratio;
        int side;
        // The rows have four digits behind the point, this line two.
        if (start == NULL ||
            sscanf(start + strlen(before[only == 0 ? i : 0]), "%lf with blocks of %d", &ratio, &side) != 2 ||
            side != 16 * (i + 1) ||
            !(fabs(ratio - ms[1] / ms[0]) < 0.0051 + 0.0001 * (ms[1] / ms[0] + 1) / fmin(ms[0], ms[1])))
            fail(run, "its last line has not the ratio %g with blocks of %dx%d", ms[1] / ms[0], 16 * (i + 1),
                 16 * (i + 1));
    }
}

// `only` is 16, 32, or 0 for both.
static void check_table(char **argv, int size, int only)
{
    bool cpu = strcmp(argv[2], "CPU") == 0;
    char path[1000], n[20], block[20];
    snprintf(path, sizeof path, "%s_%d_%d.csv", argv[1], size, only);
    snprintf(n, sizeof n, "%d", size);
    snprintf(block, sizeof block, "%d", only);
    char *arguments[] = {argv[1], "--repeat", "3", "--csv", path, "--size", n, "--block", block, NULL};
    if (only == 0)
        arguments[7] = NULL;
    struct run run = run_program(arguments, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    if (run.err_size != 0)
        fail(&run, "it has something to say on standard error");
    if ((strstr(run.out, "\nNo times: ") != NULL) != cpu)
        fail(&run, "it does not say whether it measures");

    size_t length;
    char *csv = read_file(path, &length);
    char *row = strchr(csv, '\n');
    double values[2][2] = {{0}};
    for (int side = 16; side <= 32; side += 16)
        for (int kernel = 0; kernel < 4 && (only == 0 || only == side); ++kernel) {
            char begin[100];
            // The last thread's row holds size - 1, size - 2, ..., 0, and its column the same with the other sign.
            snprintf(begin, sizeof begin, "\n%s,%s,%d,%d,%d,", names[kernel],
                     kernel == 1 ? "not coalesced" : "coalesced", side, side,
                     (kernel % 2 == 0 ? 1 : -1) * size * (size - 1) / 2);
            if (row == NULL || strncmp(row, begin, strlen(begin)) != 0)
                fail(&run, "%s has no row that begins%s", path, begin);
            double value = check_rest(&run, row + 1, row + strlen(begin), cpu, kernel, side, size);
            if (kernel < 2)
                values[side / 32][kernel] = value;
            row = strchr(row + 1, '\n');
        }
    if (row == NULL || row[1] != '\0')
        fail(&run, "%s has too few rows, or too many", path);
    check_summary(&run, cpu, only, values);
    unlink(path);
    free(csv);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_matrix_reads PROGRAM CPU|GPU\n");
        return 2;
    }
    check_table(argv, 128, 0);
    check_table(argv, 100, 0); // rows that begin within a sector, blocks that are not full
    check_table(argv, 33, 16);
    check_table(argv, 31, 32);
    check_table(argv, 1, 0);

    require_refusal((char *[]){argv[1], "--block", "8", NULL}, "--block needs 16 or 32, not '8'");
    require_refusal((char *[]){argv[1], "--size", "5793", NULL}, "--size needs at most 5792");
    require_refusal((char *[]){argv[1], "--size", "0", NULL}, "--size needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--repeat", "x", NULL}, "--repeat needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--csv", "no/such/folder", NULL}, "cannot write no/such/folder: ");
    return 0;
}
