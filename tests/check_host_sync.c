// SPDX-License-Identifier: MIT
// check_host_sync PROGRAM SOURCE.cu CPU|GPU: each row of its time line agrees with what CUDA promises of the call, with
// the rows before, and with the picture; the kernels ran as long as they should, in the order of their streams. What is
// only likely, that the host reads too early where nothing is promised, and that the default stream does not wait for
// stream 2, must show in one of several runs, each with longer kernels. The CPU device names that the host was too
// early in all of them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_image.h"
#include "run_program.h"

enum { rows = 13, kernels = 5, width = 960, margin = 10, lane_height = 40, first_line = 8, no_kernel = 0 };

struct row {
    const char *call, *promise;
    int reads;         // the kernel whose result the host looks for
    bool likely_early; // nothing is promised, and the kernel should run for some time yet
};
static const struct row table[rows] = {
    {"kernel 1 <<<stream 1>>>, 2 units", "", no_kernel, false},
    {"cudaMemcpyAsync(pinned, stream 1)", "", 1, true},
    {"kernel 2 <<<stream 2>>>, 5 units", "", no_kernel, false},
    {"cudaMemcpyAsync(pinned), event, stream 2", "", 2, true},
    {"kernel 3 <<<stream 2>>>, 3 units, and copy", "", 3, true},
    {"cudaStreamSynchronize(stream 1)", "1", 1, false},
    {"cudaMemcpy, of kernel 2's result", "", 2, false}, // on a CPU of one core it has ended
    {"kernel 4 <<<default stream>>>, 1 unit", "", no_kernel, false},
    {"cudaMemcpy, of kernel 4's result", "4", 4, false},
    {"cudaEventSynchronize(event)", "2", 2, false},
    {"kernel 5 <<<stream 1>>>, 1 unit", "", no_kernel, false},
    {"cudaMemcpyAsync(pageable, stream 1)", "", 5, false},
    {"cudaDeviceSynchronize()", "1 2 3 4 5", 3, false},
};
static const int units[kernels + 1] = {0, 2, 5, 3, 1, 1}, lane_of[kernels + 1] = {0, 1, 2, 2, 3, 1},
                                 comes_after[kernels + 1] = {0, 0, 0, 2, 0, 1}; // in the same stream
static const char *const streams[] = {"", "stream 1", "stream 2", "the default stream"};
static const unsigned lane_colours[] = {0x808080, 0x3366cc, 0x7744aa, 0x227788}, right = 0x228833, early = 0xcc3311;

struct observed {
    double from[rows], to[rows];
    unsigned colour[rows];
    double began[kernels + 1], ended[kernels + 1];
    bool early, overlap; // all that is likely was seen
};

// The rows and what follows them. Ends the checker where anything contradicts CUDA's promises.
static struct observed read_time_line(const struct run *run, int unit)
{
    struct observed seen = {.early = true};
    int too_early = 0;
    bool ended_before[kernels + 1] = {false};
    const char *line = strchr(run->out, '\n');
    for (int r = 0; r < rows; ++r) {
        const struct row *row = &table[r];
        char start[60];
        int length = snprintf(start, sizeof start, "\n%4d  %-42s ", r + 1, row->call);
        const char *end = line != NULL ? strchr(line + 1, '\n') : NULL;
        if (end == NULL || strncmp(line, start, (size_t)length) != 0 || end - line < 102)
            fail(run, "there is no row:%s", start);
        if (sscanf(line + length, "%lf %lf", &seen.from[r], &seen.to[r]) != 2 || !(seen.from[r] <= seen.to[r]) ||
            !(seen.from[r] >= (r > 0 ? seen.to[r - 1] : 0)))
            fail(run, "the times of row %d are in no order", r + 1);

        for (int k = 1; k <= kernels; ++k) {
            bool promised = strchr(row->promise, '0' + k) != NULL, ended = memchr(line + 69, '0' + k, 9) != NULL;
            if (promised && !ended)
                fail(run, "row %d: kernel %d has not ended", r + 1, k);
            if (ended_before[k] && !ended)
                fail(run, "row %d: kernel %d had ended before", r + 1, k);
            ended_before[k] = ended;
        }
        int k = row->reads;
        char result[30], read[21];
        snprintf(read, sizeof read, "%.20s", line + 80);
        snprintf(result, sizeof result, "%d: kernel %d's result", k, k);
        bool there = strcmp(read, result) == 0;
        if (strcmp(read, k == no_kernel ? "                    " : there ? result : "0: too early        ") != 0)
            fail(run, "row %d reads something else than a result or nothing", r + 1);
        if (there && !ended_before[k])
            fail(run, "row %d: the result of kernel %d is there, and the kernel has not ended", r + 1, k);
        if (k != no_kernel && !there && strchr(row->promise, '0' + k) != NULL)
            fail(run, "row %d: the result of kernel %d is not there", r + 1, k);
        const char *promise = *row->promise ? row->promise : "-";
        if ((size_t)(end - line - 102) != strlen(promise) || strncmp(line + 102, promise, strlen(promise)) != 0)
            fail(run, "row %d does not end in its promise: %s", r + 1, promise);
        too_early += k != no_kernel && !there;
        seen.early &= !row->likely_early || !there;
        seen.colour[r] = k == no_kernel ? lane_colours[0] : there ? right : early;
        line = end;
    }

    for (int k = 1; k <= kernels; ++k) {
        int of, length = 0;
        line += k == 1 ? 2 : 0; // an empty line
        if (sscanf(line, " kernel %d ran from %lf to %lf in %n", &of, &seen.began[k], &seen.ended[k], &length) != 3 ||
            of != k || strncmp(line + length, streams[lane_of[k]], strlen(streams[lane_of[k]])) != 0)
            fail(run, "it does not say when kernel %d ran", k);
        // Rounded to a hundredth; and the clock of a GPU is not the host's.
        if (!(seen.ended[k] - seen.began[k] >= 0.9 * units[k] * unit))
            fail(run, "kernel %d did not run for %d units of %d ms", k, units[k], unit);
        if (!(seen.began[k] >= seen.ended[comes_after[k]] - 0.02))
            fail(run, "kernel %d does not wait for kernel %d", k, comes_after[k]);
        line = strchr(line + length, '\n');
    }
    // The CPU device runs one kernel at a time on one core.
    seen.overlap = usable_cores() == 1 || seen.began[4] < seen.ended[2];
    char last[120];
    snprintf(last, sizeof last, "\n0 of %d calls broke a promise. The host read too early after %d of them.\n", rows,
             too_early);
    if (strcmp(line, last) != 0)
        fail(run, "it does not end in:%s", last);
    return seen;
}

// The report names the read and the copy, where they stand.
static void require_report(const struct run *run, const char *source)
{
    size_t size;
    char *text = read_file(source, &size), read[60], copy[60];
    int at = text != NULL ? line_of(text, "read", 4) : 0, copied = text != NULL ? line_of(text, "copy", 4) : 0;
    if (at == 0 || copied == 0)
        fail(run, "%s has no line {read} or {copy}", source);
    snprintf(read, sizeof read, "at host_sync.cu:%d: byte 4 of", at);
    snprintf(copy, sizeof copy, "cudaMemcpyAsync() at host_sync.cu:%d may still", copied);
    for (const char *words[] = {"Error: the host reads too early", read, copy, NULL}, **w = words; *w != NULL; ++w)
        if (strstr(run->err, *w) == NULL)
            fail(run, "no report says: %s", *w);
    free(text);
}

static unsigned colour_at(const struct image *image, int lane, int x)
{
    int y = image->height - 1 - (lane * lane_height + first_line);
    const unsigned char *pixel = image->pixels + ((size_t)y * width + x) * 4;
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

// Each bar is where its times are, but for 4 pixels at its ends; short ones may push the next along, by 5 each.
static void compare_picture(const struct run *run, const char *path, const struct observed *seen)
{
    struct image image = read_image(path);
    if (image.width != width || image.height != 4 * lane_height)
        fail(run, "the picture has %d x %d pixels", image.width, image.height);
    double scale = (width - 2 * margin) / seen->to[rows - 1];
    for (int x = margin; x < width - margin; ++x) {
        double before = (x - 4 - margin) / scale, after = (x + 4 - margin) / scale;
        for (int r = 0; r < rows; ++r)
            if (seen->from[r] < before - 64 / scale && seen->to[r] > after &&
                colour_at(&image, 0, x) != seen->colour[r])
                fail(run, "the picture has the wrong colour at row %d", r + 1);
        bool inside[4] = {false}, near[4] = {false};
        for (int k = 1; k <= kernels; ++k) {
            inside[lane_of[k]] |= seen->began[k] < before && seen->ended[k] > after;
            near[lane_of[k]] |= seen->began[k] <= after && seen->ended[k] >= before;
        }
        for (int lane = 1; lane < 4; ++lane) {
            bool is = colour_at(&image, lane, x) == lane_colours[lane];
            if ((inside[lane] && !is) || (!near[lane] && is))
                fail(run, "the picture shows a kernel %s at x = %d in %s", is ? "that is not" : "not", x,
                     streams[lane]);
        }
    }
    free(image.pixels);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_host_sync PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    char path[] = "/tmp/check_host_sync.XXXXXX.ppm";
    int file = mkstemps(path, 4);
    if (file < 0) {
        perror(path);
        return 1;
    }
    close(file);

    bool early = false, overlap = false;
    for (int unit = 20; !early || !overlap; unit *= 2) {
        char text[20];
        snprintf(text, sizeof text, "%d", unit);
        struct run run = run_program((char *[]){argv[1], "--unit", text, "--save", path, NULL}, 100);
        if (run.status == 77)
            unlink(path);
        skip_without_device(&run);
        struct observed seen = read_time_line(&run, unit);
        compare_picture(&run, path, &seen);
        if (strcmp(argv[3], "CPU") == 0) {
            require_status(&run, 3);
            require_report(&run, argv[2]);
        } else {
            require_status(&run, 0);
            if (run.err_size != 0)
                fail(&run, "it has something to say on standard error");
        }
        early |= seen.early;
        overlap |= seen.overlap;
        if (!early && unit >= 320)
            fail(&run, "the host never read too early");
        if (!overlap && unit >= 320)
            fail(&run, "kernel 4 always waited for kernel 2, which is in a stream that does not block");
        free_run(&run);
    }
    unlink(path);

    require_refusal((char *[]){argv[1], "--save", "/none/line.ppm", NULL}, "cannot write /none/line.ppm: No such file");
    require_refusal((char *[]){argv[1], "--unit", "0", NULL}, "--unit needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--unit", "10001", NULL}, "--unit is at most 10000");
    require_refusal((char *[]){argv[1], "--save", "line.jpg", NULL}, "the name must end in .png or .ppm");
    return 0;
}
