// SPDX-License-Identifier: MIT
// time_line.h: draws what happened when: lanes, from the top down, with numbered bars, and a line for each step of
// time.
//
//     const struct time_bar bars[] = {{0, 0.0, 41.5, 7, 0x808080}, {1, 0.1, 41.0, 1, 0x3366cc}};
//     save_time_line("line.png", bars, 2, 2, 50, 10); // 2 bars, 2 lanes, 50 ms, a line every 10
//
// Returns 1; or 0, with a line on stderr.
//
// The picture is 960 pixels wide and has 40 for each lane, its bars 28; time 0 is 10 from the left, the end 10 from the
// right. A short bar is drawn 4 pixels wide, and behind the one before it in its lane. Those with room for it have
// their number.
#pragma once

#include "image_file.h"

enum { time_line_width = 960, time_line_margin = 10, time_lane_height = 40, time_bar_height = 28, time_bar_least = 4 };

struct time_bar {
    int lane;
    double from, to; // any unit, the same for all
    int number;
    unsigned colour; // 0xRRGGBB
};

// x from the left, y from the top; both ends belong to it.
inline void fill_box(unsigned char *pixels, int height, int left, int top, int right, int bottom, unsigned colour)
{
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x) {
            unsigned char *pixel = pixels + ((size_t)(height - 1 - y) * time_line_width + x) * 4;
            pixel[0] = colour >> 16;
            pixel[1] = colour >> 8 & 0xff;
            pixel[2] = colour & 0xff;
        }
}

// White digits of 9x15 pixels, 12 apart. Each is five rows of three dots: the octal digits of a number.
inline void draw_number(unsigned char *pixels, int height, int left, int top, const char *digits)
{
    const int dots[10] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071122, 075757, 075717};
    for (; *digits != '\0'; ++digits, left += 12)
        for (int dot = 0; dot < 15; ++dot)
            if (dots[*digits - '0'] >> (14 - dot) & 1) {
                int x = left + dot % 3 * 3, y = top + dot / 3 * 3;
                fill_box(pixels, height, x, y, x + 2, y + 2, 0xffffff);
            }
}

// Bars of a lane are given in the order of their times.
inline int save_time_line(const char *path, const struct time_bar *bars, int count, int lanes, double end, double step)
{
    const int height = lanes * time_lane_height, right_end = time_line_width - time_line_margin;
    const double scale = (right_end - time_line_margin) / end;
    unsigned char *pixels = (unsigned char *)malloc((size_t)height * time_line_width * 4);
    if (pixels == NULL)
        return cannot_write(path, "out of memory");
    memset(pixels, 0xff, (size_t)height * time_line_width * 4);
    for (int i = 0; i * step <= end; ++i) {
        int x = time_line_margin + (int)(i * step * scale);
        fill_box(pixels, height, x, 0, x, height - 1, 0xdddddd);
    }
    for (int lane = 0; lane < lanes; ++lane) {
        int top = lane * time_lane_height + (time_lane_height - time_bar_height) / 2, after = time_line_margin;
        for (int i = 0; i < count; ++i) {
            if (bars[i].lane != lane)
                continue;
            int left = time_line_margin + (int)(bars[i].from * scale), right = time_line_margin + bars[i].to * scale;
            left = left > after ? left : after;
            right = right > left + time_bar_least ? right : left + time_bar_least;
            right = right < right_end ? right : right_end;
            left = left < right - time_bar_least ? left : right - time_bar_least;
            after = right + 1;
            fill_box(pixels, height, left, top, right - 1, top + time_bar_height - 1, bars[i].colour);

            char digits[12];
            int width = 12 * snprintf(digits, sizeof digits, "%d", bars[i].number) - 3;
            if (width + 4 < right - left)
                draw_number(pixels, height, (left + right - width) / 2, top + (time_bar_height - 15) / 2, digits);
        }
    }
    int saved = save_image(path, pixels, time_line_width, height);
    free(pixels);
    return saved;
}
