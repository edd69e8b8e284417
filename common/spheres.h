// SPDX-License-Identifier: MIT
// spheres.h: the picture of the chapter's bitmap programs, a grid of green spheres, as a formula.
//
// Each block of 16x16 threads computes its part of the grid and writes it rotated by 180 degrees: pixel (x, y) shows
// what the thread at the opposite place of the block computed. So every pixel of the right picture is known.
#pragma once

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const int spheres_side = 16;      // of a block, in threads and pixels
const float spheres_period = 128; // of the grid, in pixels
const float spheres_pi = 3.1415926535897932f;

// The green, 0 to 255, that the thread at (x, y) computes.
__host__ __device__ inline float sphere_green(int x, int y)
{
    return 255 * (sinf(x * 2.0f * spheres_pi / spheres_period) + 1.0f) *
           (sinf(y * 2.0f * spheres_pi / spheres_period) + 1.0f) / 4.0f;
}

// The opposite place in the same block, along one axis.
inline int sphere_opposite(int x)
{
    return x / spheres_side * spheres_side + spheres_side - 1 - x % spheres_side;
}

// What pixel (x, y) must show.
inline int sphere_expected(int x, int y)
{
    return (unsigned char)sphere_green(sphere_opposite(x), sphere_opposite(y));
}

// Whether an RGBA pixel at (x, y) is wrong. The green may be off by one level, since sinf of the device and of the host
// may differ in the last digit.
inline int sphere_wrong(const unsigned char *pixel, int x, int y)
{
    return abs(pixel[1] - sphere_expected(x, y)) > 1 || pixel[0] != 0 || pixel[2] != 0 || pixel[3] != 255;
}

// The number of wrong pixels of a picture.
inline long count_wrong(const unsigned char *pixels, int width, int height)
{
    long wrong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            wrong += sphere_wrong(pixels + ((long)y * width + x) * 4, x, y);
    return wrong;
}

// Ends the program, with a line on stderr and status 2, if a picture of this height needs more blocks than a grid has.
inline void require_height(int height)
{
    const int most_blocks = 65535; // of a grid, in y
    if (height <= most_blocks * spheres_side)
        return;
    fprintf(stderr, "%s: --height may be %d at most\n", program_invocation_short_name, most_blocks * spheres_side);
    exit(2);
}
