// SPDX-License-Identifier: MIT
// check_live PROGRAM CPU|GPU: shared_bitmap_live without a window: its counts, and the frame that it saves.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_image.h"
#include "run_program.h"

enum { side = 16, period = 128, width = 200, height = 120, frames = 12 };

// The thread at (x, y) computes this green; the picture turns each block of 16x16 by 180 degrees.
static int expected(int x, int y)
{
    const float pi = 3.1415926535897932f;
    int from_x = x / side * side + (side - 1 - x % side), from_y = y / side * side + (side - 1 - y % side);
    return (unsigned char)(255 * (sinf(from_x * 2.0f * pi / period) + 1.0f) *
                           (sinf(from_y * 2.0f * pi / period) + 1.0f) / 4.0f);
}

struct result {
    long left, least, most;
};

static struct result run_live(char *program, const char *path, char *seed)
{
    struct run run = run_program((char *[]){program, "--width", "200", "--height", "120", "--frames", "12", "--save",
                                            (char *)path, "--seed", seed, NULL},
                                 100);
    skip_without_device(&run);
    struct result said;
    long done, all;
    if (sscanf(run.out, "%ld frames: wrong pixels with a barrier: %ld in all; without: %ld to %ld of %ld", &done,
               &said.left, &said.least, &said.most, &all) != 5 ||
        done != frames || all != width * height)
        fail(&run, "it does not say its counts");

    struct image image = read_image(path);
    if (image.width != 2 * width || image.height != height)
        fail(&run, "the frame has %d x %d pixels", image.width, image.height);
    long wrong[2] = {0, 0};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < 2 * width; ++x)
            wrong[x / width] += abs(image.pixels[((size_t)y * 2 * width + x) * 4 + 1] - expected(x % width, y)) > 1;
    if (wrong[0] != 0 || said.left != 0)
        fail(&run, "with the barrier %ld pixels are wrong, and it says %ld", wrong[0], said.left);
    if (wrong[1] < said.least || wrong[1] > said.most)
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
    char path[60];
    snprintf(path, sizeof path, "/tmp/check_live.%ld.ppm", (long)getpid());
    struct result one = run_live(argv[1], path, "1");
    if (strcmp(argv[2], "CPU") != 0)
        return 0;
    struct result again = run_live(argv[1], path, "1"), other = run_live(argv[1], path, "2");
    if (one.least == 0 || one.least == one.most || one.least != again.least || one.most != again.most ||
        (one.least == other.least && one.most == other.most)) {
        fprintf(stderr, "FAILED: wrong pixels with seeds 1, 1 and 2: %ld to %ld, %ld to %ld, %ld to %ld\n", one.least,
                one.most, again.least, again.most, other.least, other.most);
        return 1;
    }
    return 0;
}
