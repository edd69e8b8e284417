// SPDX-License-Identifier: MIT
// cpu_bitmap.h: CPUBitmap, a picture in host memory that can be shown and saved, under the public names of the book.
//
//     CPUBitmap bitmap(DIM, DIM);
//     ... copy bitmap.image_size() bytes from the device to bitmap.get_ptr() ...
//     bitmap.display_and_exit();
//
// Pixels are RGBA, 4 bytes each, the bottom row first. display_and_exit() shows the picture until the user closes the
// window, then calls the exit function and returns. Without a display it saves the picture as PROGRAM.png and says so;
// if that fails, the program ends with status 1. Link with -lglut -lGL -lpng, each only if its header is installed.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "window.h"

struct CPUBitmap {
    unsigned char *pixels;
    int x, y; // width and height
    void *dataBlock;
    void (*bitmapExit)(void *);

    CPUBitmap(int width, int height, void *data = NULL) : x(width), y(height), dataBlock(data), bitmapExit(NULL)
    {
        if (width < 1 || height < 1) {
            fprintf(stderr, "%s: a picture cannot have %d x %d pixels\n", program_invocation_short_name, width, height);
            exit(EXIT_FAILURE);
        }
        pixels = (unsigned char *)calloc(image_size(), 1);
        if (pixels == NULL) {
            fprintf(stderr, "%s: not enough memory for a picture of %d x %d pixels\n", program_invocation_short_name,
                    width, height);
            exit(EXIT_FAILURE);
        }
    }
    ~CPUBitmap()
    {
        free(pixels);
    }
    CPUBitmap(const CPUBitmap &) = delete;
    CPUBitmap &operator=(const CPUBitmap &) = delete;

    unsigned char *get_ptr() const
    {
        return pixels;
    }
    long image_size() const
    {
        return (long)x * y * 4;
    }

    // 1, or 0 with a line on stderr.
    int save(const char *path) const
    {
        return save_image(path, pixels, x, y);
    }

    // A window that shows the picture.
    struct window as_window() const
    {
        struct window window = {};
        window.title = program_invocation_short_name;
        window.pixels = pixels;
        window.width = x;
        window.height = y;
        return window;
    }

    void display_and_exit(void (*e)(void *) = NULL)
    {
        bitmapExit = e;
        struct window window = as_window();
        int done = show_or_save(&window, NULL);
        if (bitmapExit != NULL)
            bitmapExit(dataBlock);
        if (!done)
            exit(EXIT_FAILURE);
    }
};
