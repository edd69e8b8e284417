// SPDX-License-Identifier: MIT
// What the texture unit of a GPU does: from coordinates to texels, and from texels to a value. Arithmetic as documented
// (CUDA C++ Programming Guide, "Texture Fetching"); where that leaves something open, as measured on an H100.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../include/cuda_runtime_api.h"

namespace cpu_device
{
// All channels have the same size.
struct texel_format {
    cudaChannelFormatKind kind;
    unsigned bits, channels;
    size_t size() const // bytes
    {
        return bits / 8 * channels;
    }
};
// False: no texel has that format.
bool format_of(const cudaChannelFormatDesc &description, texel_format &format);

// Texels, row by row. `depth`: slices, layers or faces.
struct texel_grid {
    const char *first;
    unsigned width, height, depth;
    size_t pitch, slice; // bytes
    const char *at(unsigned x, unsigned y, unsigned z, size_t texel_size) const
    {
        return first + z * slice + y * pitch + x * texel_size;
    }
};

// A texture object or a surface object. It is never deleted; a later one may take its place after it was destroyed.
struct texture_object {
    uint64_t handle;
    const void *made_at; // instruction
    std::atomic<const void *> destroyed_at;
    bool surface;
    int device; // that was current when it was made
    cudaResourceDesc resource;
    cudaTextureDesc how;
    texel_format format;
    std::vector<texel_grid> levels; // one, or those of a mipmapped array
};

// Objects by their handles, which are numbered from 1 and unique.
texture_object *add_object(const void *made_at); // null: there are too many
// Also finds a destroyed one; null: there never was one.
texture_object *find_object(uint64_t handle);
// Those that are not destroyed.
std::vector<const texture_object *> live_objects();

// Which texels a read of a texture takes, and how much of each.
struct texel_reads {
    static constexpr int places = 8, whole = 1 << places; // of the weights, and their sum
    struct one {
        const char *at; // null: the border
        int weight;
    } reads[16]; // of two levels, in three dimensions
    unsigned count = 0;
};
struct texture_place {
    cpu_device_shape shape;
    float x, y, z, level;
    int layer;
};
void find_texels(const texture_object &texture, const texture_place &place, texel_reads &reads);
// The value, from those texels.
cpu_device_texel filter(const texture_object &texture, const texel_reads &reads);
// The four texels of tex2Dgather(), in the order of its result; and their value.
void find_gathered(const texture_object &texture, float x, float y, texel_reads &reads);
cpu_device_texel gather(const texture_object &texture, const texel_reads &reads, unsigned channel);
// One texel; null: the border.
cpu_device_texel unfiltered(const texture_object &texture, const char *texel);
// The level for these steps from one thread to the next, in each of the coordinates.
float level_of(const texture_object &texture, const float steps[4]);
} // namespace cpu_device
