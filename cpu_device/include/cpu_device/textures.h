// SPDX-License-Identifier: MIT
// Textures and surfaces (CUDA C++ Programming Guide, "Texture and Surface Memory"). T is what CUDA has them for:
// integers of 8, 16 and 32 bits, float, and vectors of one, two and four of these, for surfaces of 64 bits too.
//
// Each function comes in two forms: float v = tex2D<float>(texture, x, y); and tex2D(&v, texture, x, y);. A T that
// is not that of the texels gets their bits, as on a GPU. Fetches give what an H100 gave, bit by bit, but for filters
// in three dimensions or between two levels and the level of tex2DGrad(), where weights may differ by 1/256, and for
// some values of sRGB textures.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

namespace cpu_device
{
// From 32 bits to a channel of that type.
template <class E> [[gnu::always_inline]] __device__ inline E channel_of(unsigned32 bits)
{
    return (E)bits;
}
template <> [[gnu::always_inline]] __device__ inline float channel_of<float>(unsigned32 bits)
{
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// texel_of(pointer, texel) stores to the pointer; only the types of texels have it.
#define CPU_DEVICE_TEXEL(E, vector)                                                                                    \
    [[gnu::always_inline]] __device__ inline vector##1 texel_of(vector##1 *, cpu_device_texel t)                       \
    {                                                                                                                  \
        return {channel_of<E>(t.x)};                                                                                   \
    }                                                                                                                  \
    [[gnu::always_inline]] __device__ inline vector##2 texel_of(vector##2 *, cpu_device_texel t)                       \
    {                                                                                                                  \
        return {channel_of<E>(t.x), channel_of<E>(t.y)};                                                               \
    }                                                                                                                  \
    [[gnu::always_inline]] __device__ inline vector##4 texel_of(vector##4 *, cpu_device_texel t)                       \
    {                                                                                                                  \
        return {channel_of<E>(t.x), channel_of<E>(t.y), channel_of<E>(t.z), channel_of<E>(t.w)};                       \
    }                                                                                                                  \
    [[gnu::always_inline]] __device__ inline E texel_of(E *, cpu_device_texel t)                                       \
    {                                                                                                                  \
        return channel_of<E>(t.x);                                                                                     \
    }
CPU_DEVICE_TEXEL(signed char, char)
CPU_DEVICE_TEXEL(unsigned char, uchar)
CPU_DEVICE_TEXEL(short, short)
CPU_DEVICE_TEXEL(unsigned short, ushort)
CPU_DEVICE_TEXEL(int, int)
CPU_DEVICE_TEXEL(unsigned int, uint)
CPU_DEVICE_TEXEL(float, float)
#undef CPU_DEVICE_TEXEL
[[gnu::always_inline]] __device__ inline char texel_of(char *, cpu_device_texel t)
{
    return (char)t.x;
}
template <class T> using texel_type = decltype(texel_of((T *)nullptr, cpu_device_texel()));
} // namespace cpu_device

// NAME<T>(texture, ...) and NAME(&value, texture, ...), from what gives the texel. PARAMETERS in parentheses.
#define CPU_DEVICE_TEXTURE(NAME, PARAMETERS, texel)                                                                    \
    template <class T> [[gnu::always_inline]] __device__ inline cpu_device::texel_type<T> NAME(                        \
        cudaTextureObject_t texture CPU_DEVICE_LIST PARAMETERS)                                                        \
    {                                                                                                                  \
        return cpu_device::texel_of((T *)nullptr, texel);                                                              \
    }                                                                                                                  \
    template <class T, class = cpu_device::texel_type<T>> [[gnu::always_inline]] __device__ inline void NAME(          \
        T *value, cudaTextureObject_t texture CPU_DEVICE_LIST PARAMETERS)                                              \
    {                                                                                                                  \
        *value = cpu_device::texel_of((T *)nullptr, texel);                                                            \
    }
#define CPU_DEVICE_LIST(...) , __VA_ARGS__

CPU_DEVICE_TEXTURE(tex1Dfetch, (int x), cpu_device_texture_fetch(texture, x))
CPU_DEVICE_TEXTURE(tex1D, (float x), cpu_device_texture_read(texture, cpu_device_1d, x, 0, 0, 0, 0))
CPU_DEVICE_TEXTURE(tex2D, (float x, float y), cpu_device_texture_read(texture, cpu_device_2d, x, y, 0, 0, 0))
CPU_DEVICE_TEXTURE(tex3D, (float x, float y, float z), cpu_device_texture_read(texture, cpu_device_3d, x, y, z, 0, 0))
CPU_DEVICE_TEXTURE(tex1DLayered, (float x, int layer),
                   cpu_device_texture_read(texture, cpu_device_1d_layered, x, 0, 0, layer, 0))
CPU_DEVICE_TEXTURE(tex2DLayered, (float x, float y, int layer),
                   cpu_device_texture_read(texture, cpu_device_2d_layered, x, y, 0, layer, 0))
CPU_DEVICE_TEXTURE(texCubemap, (float x, float y, float z),
                   cpu_device_texture_read(texture, cpu_device_cubemap, x, y, z, 0, 0))
CPU_DEVICE_TEXTURE(tex1DLod, (float x, float level), cpu_device_texture_read(texture, cpu_device_1d, x, 0, 0, 0, level))
CPU_DEVICE_TEXTURE(tex2DLod, (float x, float y, float level),
                   cpu_device_texture_read(texture, cpu_device_2d, x, y, 0, 0, level))
CPU_DEVICE_TEXTURE(tex3DLod, (float x, float y, float z, float level),
                   cpu_device_texture_read(texture, cpu_device_3d, x, y, z, 0, level))
CPU_DEVICE_TEXTURE(tex1DLayeredLod, (float x, int layer, float level),
                   cpu_device_texture_read(texture, cpu_device_1d_layered, x, 0, 0, layer, level))
CPU_DEVICE_TEXTURE(tex2DLayeredLod, (float x, float y, int layer, float level),
                   cpu_device_texture_read(texture, cpu_device_2d_layered, x, y, 0, layer, level))
CPU_DEVICE_TEXTURE(tex2Dgather, (float x, float y, int channel = 0), cpu_device_texture_gather(texture, x, y, channel))
CPU_DEVICE_TEXTURE(tex2DGrad, (float x, float y, float2 dx, float2 dy),
                   cpu_device_texture_read(texture, cpu_device_2d, x, y, 0, 0,
                                           cpu_device_texture_level(texture, dx.x, dx.y, dy.x, dy.y)))
#undef CPU_DEVICE_TEXTURE

// Surfaces: x is in bytes. Three functions each, from the place: PARAMETERS and ARGUMENTS (x, y, z).
#define CPU_DEVICE_SURFACE(NAME, PARAMETERS, ARGUMENTS)                                                                \
    template <class T> [[gnu::always_inline]] __device__ inline T NAME##read(                                          \
        cudaSurfaceObject_t surface CPU_DEVICE_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)   \
    {                                                                                                                  \
        T value;                                                                                                       \
        cpu_device_surface_read(surface, &value, sizeof value CPU_DEVICE_LIST ARGUMENTS, mode);                        \
        return value;                                                                                                  \
    }                                                                                                                  \
    template <class T> [[gnu::always_inline]] __device__ inline void NAME##read(                                       \
        T *to, cudaSurfaceObject_t surface CPU_DEVICE_LIST PARAMETERS,                                                 \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                                           \
    {                                                                                                                  \
        T value;                                                                                                       \
        cpu_device_surface_read(surface, &value, sizeof value CPU_DEVICE_LIST ARGUMENTS, mode);                        \
        *to = value;                                                                                                   \
    }                                                                                                                  \
    template <class T> [[gnu::always_inline]] __device__ inline void NAME##write(                                      \
        T value, cudaSurfaceObject_t surface CPU_DEVICE_LIST PARAMETERS,                                               \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                                           \
    {                                                                                                                  \
        cpu_device_surface_write(surface, &value, sizeof value CPU_DEVICE_LIST ARGUMENTS, mode);                       \
    }
CPU_DEVICE_SURFACE(surf1D, (int x), (x, 0, 0))
CPU_DEVICE_SURFACE(surf2D, (int x, int y), (x, y, 0))
CPU_DEVICE_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
CPU_DEVICE_SURFACE(surf1DLayered, (int x, int layer), (x, 0, layer))
CPU_DEVICE_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
CPU_DEVICE_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
#undef CPU_DEVICE_SURFACE
#undef CPU_DEVICE_LIST
