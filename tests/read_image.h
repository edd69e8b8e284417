// SPDX-License-Identifier: MIT
// Reads the pictures that the programs save.
#pragma once

#include <stdbool.h>

struct image {
    int width, height;
    unsigned char *pixels; // RGBA, 4 bytes a pixel, the bottom row first, as the programs hold them
};

// Reads a .png (where this was built with libpng: can_read_png) or a .ppm. Ends the checker where that fails.
struct image read_image(const char *path);
extern const bool can_read_png;
