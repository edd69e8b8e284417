// SPDX-License-Identifier: MIT
// drawing.h: rectangles and arrows in a picture for window.h.
//
//     struct drawing drawing = new_drawing(320, 200); // black
//     fill(&drawing, 10, 10, 4, 32, window_colours[3]);
//     draw_arrow(&drawing, 12, 10, 80, 90, window_white);
//     free(drawing.pixels);
//
// Positions are in pixels from the bottom left; nothing is drawn outside the picture.
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"

struct drawing {
    int width, height;
    unsigned char *pixels; // RGBA, 4 bytes a pixel, the bottom row first
};

const unsigned char window_white[4] = {255, 255, 255, 255};

inline struct drawing new_drawing(int width, int height)
{
    struct drawing drawing = {width, height, (unsigned char *)calloc((size_t)width * height, 4)};
    HANDLE_NULL(drawing.pixels);
    return drawing;
}

// A rectangle whose lower left pixel is (x, y).
inline void fill(struct drawing *drawing, int x, int y, int width, int height, const unsigned char colour[4])
{
    for (int j = y < 0 ? 0 : y; j < y + height && j < drawing->height; ++j)
        for (int i = x < 0 ? 0 : x; i < x + width && i < drawing->width; ++i)
            memcpy(drawing->pixels + 4 * (i + (size_t)j * drawing->width), colour, 4);
}

inline void draw_line(struct drawing *drawing, float x0, float y0, float x1, float y1, const unsigned char colour[4])
{
    int steps = 1 + (int)fmaxf(fabsf(x1 - x0), fabsf(y1 - y0));
    for (int i = 0; i <= steps; ++i)
        fill(drawing, (int)lrintf(x0 + (x1 - x0) * i / steps), (int)lrintf(y0 + (y1 - y0) * i / steps), 1, 1, colour);
}

// From (x0, y0) to its head at (x1, y1).
inline void draw_arrow(struct drawing *drawing, float x0, float y0, float x1, float y1, const unsigned char colour[4])
{
    draw_line(drawing, x0, y0, x1, y1, colour);
    float length = hypotf(x1 - x0, y1 - y0), x = (x1 - x0) / length, y = (y1 - y0) / length;
    for (int side = -1; length > 0 && side <= 1; side += 2)
        draw_line(drawing, x1, y1, x1 - 5 * x - side * 2.5f * y, y1 - 5 * y + side * 2.5f * x, colour);
}
