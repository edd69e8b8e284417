// SPDX-License-Identifier: MIT
// check_live PROGRAM CPU|GPU: shared_bitmap_live without a window: its counts, and the frame that it saves, as it is
// and with each pixel in the colour of the warp that wrote it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_image.h"
#include "run_program.h"

enum { side = 16, period = 128, width = 200, height = 120 };

// The thread at (x, y) computes this green; the picture turns each block of 16x16 by 180 degrees.
static int expected(int x, int y)
{
    const float pi = 3.1415926535897932f;
    int from_x = x / side * side + (side - 1 - x % side), from_y = y / side * side + (side - 1 - y % side);
    return (unsigned char)(255 * (sinf(from_x * 2.0f * pi / period) + 1.0f) *
                           (sinf(from_y * 2.0f * pi / period) + 1.0f) / 4.0f);
}

// The warp that computed what stands at (x, y), of the blocks' eight, each two rows high.
static int expected_warp(int y)
{
    return (side - 1 - y % side) / 2;
}

static const unsigned grey = 0x3c3c3c, warp_colours[side / 2] = {0xe63c3c, 0xf09628, 0xe6dc32, 0x64c83c,
                                                                 0x3cc8be, 0x4678e6, 0x9650dc, 0xe65ab4};

// On the CPU device the warps of a block run one after another, and each reads what another one writes: without the
// barrier four of the eight find nothing of their block.
static void require_four_bands(const struct run *run, const struct image *image)
{
    for (int y = 0; y + side <= height; y += side)
        for (int x = width; x + side <= 2 * width; x += side) {
            int grey_pixels = 0;
            for (int i = 0; i < side * side; i++) {
                const unsigned char *pixel = image->pixels + ((size_t)(y + i / side) * 2 * width + x + i % side) * 4;
                grey_pixels += pixel[0] == grey >> 16 && pixel[1] == (grey & 0xff); // it alone has both
            }
            if (grey_pixels != side * side / 2)
                fail(run, "of the block at (%d, %d) %d pixels are of no warp", x, y, grey_pixels);
        }
}

// Whether a pixel shows the wrong value; of warps, whether it shows another than the right one, or none: that one may
// have left the right value all the same. Ends the checker at a colour that cannot be.
static bool is_wrong(const struct run *run, const struct image *image, bool warps, int x, int y)
{
    const unsigned char *pixel = image->pixels + ((size_t)y * 2 * width + (size_t)x) * 4;
    unsigned colour = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
    if (!warps) {
        if (pixel[0] != 0 || pixel[2] != 0)
            fail(run, "at (%d, %d) stands %06x, which is no green", x, y, colour);
        return abs(pixel[1] - expected(x % width, y)) > 1;
    }
    bool known = colour == grey;
    for (int i = 0; i < side / 2; ++i)
        known |= colour == warp_colours[i];
    if (!known)
        fail(run, "at (%d, %d) stands %06x, and no warp has that colour", x, y, colour);
    return colour != warp_colours[expected_warp(y)];
}

static bool on_cpu;

struct result {
    long left, least, most;
    bool wrong[height][width]; // what the last frame shows on the right
};

static struct result run_live(char *program, const char *path, char *seed, char *frames, bool warps)
{
    struct run run = run_program((char *[]){program, "--width", "200", "--height", "120", "--frames", frames, "--save",
                                            (char *)path, "--seed", seed, warps ? "--warps" : NULL, NULL},
                                 100);
    skip_without_device(&run);
    struct result said;
    long done, all;
    if (sscanf(run.out, "Wrong pixels in %ld frames: %ld with the barrier; without it, %ld to %ld of %ld", &done,
               &said.left, &said.least, &said.most, &all) != 5 ||
        done != atol(frames) || all != width * height)
        fail(&run, "it does not say its counts");
    if (!(said.least <= said.most))
        fail(&run, "%ld to %ld is no range", said.least, said.most);

    struct image image = read_image(path);
    if (image.width != 2 * width || image.height != height)
        fail(&run, "the frame has %d x %d pixels", image.width, image.height);
    long wrong[2] = {0, 0};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < 2 * width; ++x) {
            bool shown = is_wrong(&run, &image, warps, x, y);
            wrong[x / width] += shown;
            if (x >= width)
                said.wrong[y][x - width] = shown;
        }
    if (wrong[0] != 0 || said.left != 0)
        fail(&run, "with the barrier %ld pixels are wrong, and it says %ld", wrong[0], said.left);
    if (warps && on_cpu)
        require_four_bands(&run, &image);
    if (!warps && (wrong[1] < said.least || wrong[1] > said.most))
        fail(&run, "without the barrier %ld pixels are wrong, and it says %ld to %ld", wrong[1], said.least, said.most);
    require_status(&run, said.most != 0);
    free(image.pixels);
    free_run(&run);
    unlink(path);
    return said;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_live PROGRAM CPU|GPU\n");
        return 2;
    }
    on_cpu = strcmp(argv[2], "CPU") == 0;
    char path[60];
    snprintf(path, sizeof path, "/tmp/check_live.%ld.ppm", (long)getpid());
    static struct result one, first, of_warps, again, other;
    one = run_live(argv[1], path, "1", "12", false);
    first = run_live(argv[1], path, "1", "1", false);
    if (first.least != first.most) {
        fprintf(stderr, "FAILED: one frame has %ld to %ld wrong pixels\n", first.least, first.most);
        return 1;
    }
    of_warps = run_live(argv[1], path, "1", "12", true);
    if (!on_cpu)
        return 0;
    again = run_live(argv[1], path, "1", "12", false);
    other = run_live(argv[1], path, "2", "12", false);
    if (first.least < one.least || first.most > one.most) {
        fprintf(stderr, "FAILED: the first frame has %ld wrong pixels, all twelve %ld to %ld\n", first.least, one.least,
                one.most);
        return 1;
    }
    // The same seed gives the same frame. Where its value is wrong, the right warp had not written it. (What was never
    // written shows as 0: near that, right and wrong are hard to tell apart.)
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (expected(x, y) > 3 &&
                (one.wrong[y][x] != again.wrong[y][x] || (one.wrong[y][x] && !of_warps.wrong[y][x]))) {
                fprintf(stderr, "FAILED: at (%d, %d) on the right stands a %s value, once more a %s one, by %s\n", x, y,
                        one.wrong[y][x] ? "wrong" : "right", again.wrong[y][x] ? "wrong" : "right",
                        of_warps.wrong[y][x] ? "another warp" : "the right warp");
                return 1;
            }
    if (one.least == 0 || one.least == one.most || one.least != again.least || one.most != again.most ||
        (one.least == other.least && one.most == other.most)) {
        fprintf(stderr, "FAILED: wrong pixels with seeds 1, 1 and 2: %ld to %ld, %ld to %ld, %ld to %ld\n", one.least,
                one.most, again.least, again.most, other.least, other.most);
        return 1;
    }
    return 0;
}
