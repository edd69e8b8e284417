// SPDX-License-Identifier: MIT
// check_side_by_side PROGRAM CPU|GPU dot|bitmap: dot_live or shared_bitmap_slow without a window: its counts, and the
// picture that it saves of whole launches and of their first turns.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_image.h"
#include "run_program.h"

static const unsigned red = 0xe63c3c, green = 0x64c83c, dark = 0x3c3c3c;
static char *program;
static bool on_cpu;
static char path[60];

struct picture {
    struct run run;
    struct image image;
};

static struct picture draw(char *option, char *number, char *seed)
{
    struct picture p;
    p.run = run_program((char *[]){program, "--save", path, "--seed", seed, option, number, NULL}, 100);
    skip_without_device(&p.run);
    p.image = read_image(path);
    unlink(path);
    return p;
}

static void drop(struct picture *p)
{
    free_run(&p->run);
    free(p->image.pixels);
}

static unsigned colour_at(const struct picture *p, int x, int y)
{
    const unsigned char *pixel = p->image.pixels + 4 * (x + (size_t)y * p->image.width);
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

static void require_size(const struct picture *p, int width, int height)
{
    if (p->image.width != width || p->image.height != height)
        fail(&p->run, "the picture has %d x %d pixels", p->image.width, p->image.height);
}

// Everything in this rectangle is one colour: returns it.
static unsigned colour_of(const struct picture *p, int x, int y, int width, int height)
{
    unsigned colour = colour_at(p, x, y);
    for (int i = 0; i < width * height; i++)
        if (colour_at(p, x + i % width, y + i / width) != colour)
            fail(&p->run, "at (%d, %d) are %06x and %06x", x, y, colour, colour_at(p, x + i % width, y + i / width));
    return colour;
}

// --- the halving: six bands of columns, 44 pixels high, of 32 cells, 8 pixels wide

enum { cells = 32, column = 8, band = 44, half_width = cells * column, dot_gap = 8, halvings = 5 };

// The cells that are in a sum. `shown`: whether it stands there at all. No column has others than it may have.
static unsigned sum_at(const struct picture *p, int half, int halving, int cell, bool *shown)
{
    unsigned set = 0;
    int x = half * (half_width + dot_gap) + cell * column, y = (halvings - halving) * band, apart = cells >> halving;
    *shown = colour_at(p, x, y) != 0;
    for (int i = 0; i < cells && *shown; i++) {
        unsigned colour = colour_of(p, x, y + i, column - 1, 1);
        if (colour != (i % apart != cell ? dark : green) && (i % apart != cell || colour != red))
            fail(&p->run, "in half %d, band %d, cell %d, row %d is %06x", half, halving, cell, i, colour);
        set |= (unsigned)(colour == green) << i;
    }
    return set;
}

// The set of all the cells that may be in a sum: cell, cell + apart, ...
static unsigned all_of(int halving, int cell)
{
    unsigned set = 0;
    for (int i = cell; i < cells; i += cells >> halving)
        set |= 1u << i;
    return set;
}

// The sums that one half shows after so many halvings, of which the first `complete` have nothing missing. Returns how
// many columns the halvings after `halvings_shown` have.
static int check_bands(const struct picture *p, int half, int complete, int halvings_shown)
{
    int later = 0;
    for (int halving = 0; halving <= halvings; halving++)
        for (int cell = 0; cell < cells; cell++) {
            bool shown, before = true;
            unsigned set = sum_at(p, half, halving, cell, &shown);
            if (cell >= cells >> halving) {
                if (shown)
                    fail(&p->run, "in half %d, band %d, there is a cell %d", half, halving, cell);
                continue;
            }
            if (halving > halvings_shown) {
                later += shown;
                continue;
            }
            if (!shown || (halving <= complete && set != all_of(halving, cell)))
                fail(&p->run, "in half %d, band %d, cell %d holds %08x", half, halving, cell, set);
            if (halving > 0 && (sum_at(p, half, halving - 1, cell, &before) & ~set) != 0)
                fail(&p->run, "in half %d, band %d, cell %d has lost what it held", half, halving, cell);
        }
    return later;
}

static void check_dot(void)
{
    struct picture p = draw("--frames", "1", "1");
    long frames, with, without;
    int found;
    bool shown;
    require_size(&p, 2 * half_width + dot_gap, halvings * band + cells);
    if (sscanf(p.run.out, "Complete sums in %ld frames: %ld with the barrier; %ld without, the last with %d of 32",
               &frames, &with, &without, &found) != 4 ||
        frames != 1 || with != 1)
        fail(&p.run, "it does not say its counts");
    check_bands(&p, 0, halvings, halvings);
    check_bands(&p, 1, 1, halvings); // a barrier precedes what the first halving reads, in both
    unsigned last = sum_at(&p, 1, halvings, 0, &shown);
    if (__builtin_popcount(last) != found || without != (found == cells))
        fail(&p.run, "the last sum on the right has %d cells", __builtin_popcount(last));
    if (on_cpu && found == cells)
        fail(&p.run, "the warps ran one after another, and nothing is missing");
    require_status(&p.run, without != 1);
    drop(&p);

    p = draw("--frames", "40", "1");
    if (sscanf(p.run.out, "Complete sums in %ld frames: %ld with the barrier; %ld without, the last with %d of 32",
               &frames, &with, &without, &found) != 4 ||
        frames != 40 || with != 40 || without > 40 || (found == cells && without == 0))
        fail(&p.run, "it does not say its counts");
    drop(&p);

    // After 16 turns the left half has met once, and no warp is in the second halving.
    p = draw("--turns", "16", "1");
    if (check_bands(&p, 0, 1, 1) != 0)
        fail(&p.run, "on the left a warp has not waited");
    int columns = 0;
    for (int halving = 1; halving <= halvings; halving++)
        for (int cell = 0; cell < cells >> halving; cell++)
            sum_at(&p, 1, halving, cell, &shown), columns += shown;
    if (columns != 16)
        fail(&p.run, "on the right are %d sums after 16 turns", columns);
    drop(&p);
}

// --- the bitmap: grids of 16x16 cells, 8 pixels wide, the lower one of what was read

enum { side = 16, cell_size = 8, grid = side * cell_size, strip = 4 * cell_size, gap = 16 };

// Arrows may cross a cell: it has the colour of most of its pixels.
static unsigned cell_at(const struct picture *p, int half, int upper, int x, int y)
{
    int left = half * (strip + grid + gap) + strip + x * cell_size, bottom = upper * (grid + gap) + y * cell_size;
    const int width = cell_size - 1, area = width * width;
    for (int i = 0; i <= area / 2; i++) {
        unsigned colour = colour_at(p, left + i % width, bottom + i / width);
        int pixels = 0;
        for (int j = 0; j < area; j++)
            pixels += colour_at(p, left + j % width, bottom + j / width) == colour;
        if (pixels > area / 2)
            return colour;
    }
    fail(&p->run, "in half %d, the cell at (%d, %d) has no colour", half, left, bottom);
}

static unsigned colour_of_row(int y) // each warp has two
{
    const unsigned colours[side / 2] = {0xe63c3c, 0xf09628, 0xe6dc32, 0x64c83c, 0x3cc8be, 0x4678e6, 0x9650dc, 0xe65ab4};
    return colours[y / 2];
}

// All cells above are written, each by its warp. Returns how many of those below say that nobody had, of `read` in all.
static int check_grids(const struct picture *p, int half, int *read)
{
    int nobodys = 0;
    *read = 0;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        if (cell_at(p, half, 1, x, y) != colour_of_row(y))
            fail(&p->run, "in half %d, cell (%d, %d) is not its warp's", half, x, y);
        unsigned found = cell_at(p, half, 0, x, y);
        if (found != 0 && found != dark && found != colour_of_row(side - 1 - y))
            fail(&p->run, "in half %d, at (%d, %d), %06x was read", half, x, y, found);
        nobodys += found == dark;
        *read += found != 0;
    }
    return nobodys;
}

static void check_bitmap(void)
{
    const char *said = "Cells read before they were written, in %ld frames: %ld with the barrier, %ld without";
    struct picture p = draw("--frames", "1", "1");
    long frames, with, without, once;
    int read;
    require_size(&p, 2 * (strip + grid) + gap, 2 * grid + gap);
    if (sscanf(p.run.out, said, &frames, &with, &without) != 3 || frames != 1 || with != 0)
        fail(&p.run, "it does not say its counts");
    if (check_grids(&p, 0, &read) != 0 || read != side * side)
        fail(&p.run, "on the left %d cells were read, not all of them in time", read);
    int nobodys = check_grids(&p, 1, &read);
    if (nobodys != without || read != side * side)
        fail(&p.run, "on the right %d of %d cells were read too early", nobodys, read);
    if (on_cpu && nobodys == 0)
        fail(&p.run, "the warps ran one after another, and no cell was read too early");
    require_status(&p.run, nobodys != 0);
    once = without;
    drop(&p);

    p = draw("--frames", "40", "1");
    if (sscanf(p.run.out, said, &frames, &with, &without) != 3 || frames != 40 || with != 0 || without < once)
        fail(&p.run, "it does not say its counts");
    drop(&p);

    // After eight turns all warps on the left have written, and none has read.
    p = draw("--turns", "8", "1");
    check_grids(&p, 0, &read);
    if (read != 0)
        fail(&p.run, "on the left a warp has not waited");
    int written = 0;
    read = 0;
    for (int i = 0; i < side * side; i++) {
        written += cell_at(&p, 1, 1, i % side, i / side) != dark;
        read += cell_at(&p, 1, 0, i % side, i / side) != 0;
    }
    if (written + read != 8 * 32)
        fail(&p.run, "on the right %d cells are written and %d read after eight turns", written, read);
    if (on_cpu && read == 0)
        fail(&p.run, "on the right all warps have waited");
    drop(&p);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_side_by_side PROGRAM CPU|GPU dot|bitmap\n");
        return 2;
    }
    program = argv[1];
    on_cpu = strcmp(argv[2], "CPU") == 0;
    snprintf(path, sizeof path, "/tmp/check_side_by_side.%ld.ppm", (long)getpid());
    if (strcmp(argv[3], "dot") == 0)
        check_dot();
    else
        check_bitmap();
    require_refusal((char *[]){program, "--turns", "0", NULL}, "--turns");
    if (!on_cpu)
        return 0;
    // The same seed gives the same picture, and some other seed gives another one.
    struct picture one = draw("--frames", "1", "1"), again = draw("--frames", "1", "1");
    size_t size = 4 * (size_t)one.image.width * one.image.height;
    if (memcmp(one.image.pixels, again.image.pixels, size) != 0)
        fail(&again.run, "the same seed gives another picture");
    bool differs = false;
    for (char seed[] = "2"; *seed <= '6'; ++*seed) {
        struct picture other = draw("--frames", "1", seed);
        differs |= memcmp(one.image.pixels, other.image.pixels, size) != 0;
        drop(&other);
    }
    if (!differs)
        fail(&one.run, "five other seeds give the same picture");
    drop(&one);
    drop(&again);
    return 0;
}
