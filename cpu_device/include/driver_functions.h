// SPDX-License-Identifier: MIT
// What makes the structs of three-dimensional memory.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __DRIVER_FUNCTIONS_H__ // programs ask for this

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr made = {pointer, pitch, xsize, ysize};
    return made;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos made = {x, y, z};
    return made;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent made = {width, height, depth};
    return made;
}
