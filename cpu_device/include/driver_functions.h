// SPDX-License-Identifier: MIT
// The make_ functions of the structs of driver_types.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "driver_types.h"

static inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height)
{
    cudaPitchedPtr all = {pointer, pitch, width, height};
    return all;
}

static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    cudaPos all = {x, y, z};
    return all;
}

static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    cudaExtent all = {width, height, depth};
    return all;
}
