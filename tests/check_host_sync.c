// SPDX-License-Identifier: MIT
// check_host_sync PROGRAM SOURCE.cu CPU|GPU: each row of its time line (CSV) agrees with what CUDA promises for the
// call, and with the rows before; the kernels ran as long as they should, in the order of their streams. Some things
// are only likely: that the host reads too early where nothing is promised, and that the default stream does not wait
// for stream 2. These must show in one of several runs, each with longer kernels. The CPU device reports the early host
// in all of them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

enum { rows = 10, kernels = 5, columns = 5, longest_cell = 60, no_copy = 0 };

static const struct {
    const char *call;
    int reads; // the kernel whose result the host looks for
    bool promised;
    bool likely_early; // nothing is promised, and the kernel should run for some time yet
} table[rows] = {
    {"kernel 1 <<<stream 1>>> 2 units", no_copy, false, false},
    {"cudaMemcpyAsync(pinned) stream 1", 1, false, true},
    {"kernel 2 <<<stream 2>>> 5 units; copy; event", 2, false, true},
    {"kernel 3 <<<stream 2>>> 3 units; copy", 3, false, true},
    {"cudaStreamSynchronize(stream 1)", 1, true, false},
    {"cudaMemcpy of kernel 2's result", 2, false, false}, // on a CPU of one core it has ended
    {"kernel 4 <<<default>>> 1 unit; cudaMemcpy", 4, true, false},
    {"cudaEventSynchronize(event)", 2, true, false},
    {"kernel 5 <<<stream 1>>>; copy to pageable", 5, false, false},
    {"cudaDeviceSynchronize()", 3, true, false},
};
static const int units[kernels + 1] = {0, 2, 5, 3, 1, 1},
                                 comes_after[kernels + 1] = {0, 0, 0, 2, 0, 1}; // in the same stream
static const char *const stream_of[kernels + 1] = {"",         "stream 1",       "stream 2",
                                                   "stream 2", "default stream", "stream 1"};

struct observed {
    bool early, overlap; // all that is likely was seen
};

// The cells of a line, without the spaces around them. Returns the line after; ends the checker if they are not five.
static const char *read_row(const struct run *run, const char *line, char cells[columns][longest_cell])
{
    const char *end = strchr(line, '\n');
    for (int i = 0; i < columns; ++i) {
        const char *stop = i + 1 < columns ? strchr(line, ',') : end;
        if (end == NULL || stop == NULL || stop > end || stop - line >= longest_cell)
            fail(run, "there is no row of %d cells: %.60s", columns, line);
        line += strspn(line, " ");
        int length = (int)(stop - line);
        while (length > 0 && line[length - 1] == ' ')
            --length;
        snprintf(cells[i], longest_cell, "%.*s", length > 0 ? length : 0, line);
        line = stop + 1;
    }
    return line;
}

static double read_time(const struct run *run, const char *cell)
{
    char *end;
    double time = strtod(cell, &end);
    if (end == cell || *end != '\0' || !(time >= 0 && time < 1e9))
        fail(run, "'%s' is no time", cell);
    return time;
}

// The rows and what follows them. Ends the checker where anything contradicts CUDA's promises.
static struct observed read_time_line(const struct run *run, int unit)
{
    struct observed seen = {.early = true};
    char cells[columns][longest_cell];
    const char *line = read_row(run, run->out, cells);
    if (strcmp(cells[0], "lane") != 0 || strcmp(cells[2], "from") != 0 || strcmp(cells[3], "to") != 0)
        fail(run, "it does not begin with the names of the columns");

    int too_early = 0;
    double last = 0;
    for (int r = 0; r < rows; ++r) {
        line = read_row(run, line, cells);
        if (strcmp(cells[0], "host") != 0 || strcmp(cells[1], table[r].call) != 0)
            fail(run, "row %d is not of the host and %s", r + 1, table[r].call);
        double from = read_time(run, cells[2]), to = read_time(run, cells[3]);
        if (!(from >= last && to >= from))
            fail(run, "the times of row %d are in no order", r + 1);
        last = to;

        int k = table[r].reads;
        char there[longest_cell];
        snprintf(there, sizeof there, "%d %s", k,
                 k == no_copy        ? "no copy yet"
                 : table[r].promised ? "as promised"
                                     : "by luck");
        bool early = strcmp(cells[4], there) != 0;
        if (early && (table[r].promised || k == no_copy || strcmp(cells[4], "0 too early") != 0))
            fail(run, "the host reads '%s' in row %d", cells[4], r + 1);
        too_early += early;
        seen.early &= !table[r].likely_early || early;
    }

    double began[kernels + 1] = {0}, ended[kernels + 1] = {0};
    for (int k = 1; k <= kernels; ++k) {
        line = read_row(run, line, cells);
        char name[20];
        snprintf(name, sizeof name, "kernel %d", k);
        if (strcmp(cells[0], stream_of[k]) != 0 || strcmp(cells[1], name) != 0 || cells[4][0] != '\0')
            fail(run, "there is no row of %s in %s", name, stream_of[k]);
        began[k] = read_time(run, cells[2]);
        ended[k] = read_time(run, cells[3]);
        // Rounded to a hundredth; and the clock of a GPU is not the host's.
        if (!(ended[k] - began[k] >= 0.9 * units[k] * unit))
            fail(run, "kernel %d did not run for %d units of %d ms", k, units[k], unit);
        if (!(began[k] >= ended[comes_after[k]] - 0.02))
            fail(run, "kernel %d does not wait for kernel %d", k, comes_after[k]);
    }
    // The CPU device runs one kernel at a time on one core.
    seen.overlap = usable_cores() == 1 || began[4] < ended[2];
    char sum[120];
    snprintf(sum, sizeof sum, "0 calls broke a promise. The host read too early after %d calls.\n", too_early);
    if (strcmp(line, sum) != 0)
        fail(run, "it does not end in: %s", sum);
    return seen;
}

// The report names the read and the copy, where they stand.
static void require_report(const struct run *run, const char *source)
{
    char read[60], copy[60];
    int at = line_with(source, "int value = host[k];"), copied = line_with(source, "(cudaMemcpyAsync(&pinned[1], ");
    snprintf(read, sizeof read, "at host_sync.cu:%d: byte 4 of", at);
    snprintf(copy, sizeof copy, "cudaMemcpyAsync() at host_sync.cu:%d may still", copied);
    for (const char *words[] = {"Error: the host reads too early", read, copy, NULL}, **w = words; *w != NULL; ++w)
        if (strstr(run->err, *w) == NULL)
            fail(run, "no report says: %s", *w);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_host_sync PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    bool early = false, overlap = false;
    for (int unit = 20; !early || !overlap; unit *= 2) {
        char text[20];
        snprintf(text, sizeof text, "%d", unit);
        struct run run = run_program((char *[]){argv[1], "--unit", text, NULL}, 100);
        skip_without_device(&run);
        struct observed seen = read_time_line(&run, unit);
        if (strcmp(argv[3], "CPU") == 0) {
            require_status(&run, 3);
            require_report(&run, argv[2]);
        } else {
            require_status(&run, 0);
            require_silence(&run);
        }
        early |= seen.early;
        overlap |= seen.overlap;
        if (!early && unit >= 320)
            fail(&run, "the host never read too early");
        if (!overlap && unit >= 320)
            fail(&run, "kernel 4 always waited for kernel 2, which is in a stream that does not block");
        free_run(&run);
    }
    require_refusal((char *[]){argv[1], "--unit", "0", NULL}, "--unit needs a whole number of 1 or more");
    return 0;
}
