// SPDX-License-Identifier: MIT
// Arrays: their shapes, by the address of the first texel, which is the handle.
#pragma once

#include <string>
#include <vector>

#include "../run/texture_unit.h"

namespace cpu_device
{
struct array_shape {
    cudaChannelFormatDesc description;
    texel_format format;
    cudaExtent extent; // as the program gave it: 0 for a dimension that it does not have
    unsigned flags;
    texel_grid grid;
    bool is_level; // of a mipmapped array
};
// False: there is no such array; `why` says what there is.
bool find_array(const void *array, array_shape &shape, std::string &why);
bool find_mipmapped_array(const void *array, std::vector<array_shape> &levels, std::string &why);
void forget_arrays(int device);
// An array of two dimensions, as cudaMallocArray() makes it. The caller frees its memory.
cudaError_t make_array(void **array, const cudaChannelFormatDesc &format, size_t width, size_t height, unsigned flags,
                       const void *caller);
void forget_array(const void *array);

// Reports texture and surface objects that were never destroyed.
void report_object_leaks();
void destroy_all_objects(int device);
} // namespace cpu_device
