// SPDX-License-Identifier: MIT
// The format of texels, from their type: cudaCreateChannelDesc<float4>(). No texel has three channels, or 64 bits each.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __CHANNEL_DESCRIPTOR_H__ // programs ask for this

#include "cuda_runtime_api.h"

#ifdef __cplusplus
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
}

#define CPU_DEVICE_CHANNELS(T, x, y, z, w, kind)                                                                       \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>()                                                \
    {                                                                                                                  \
        return {x, y, z, w, cudaChannelFormatKind##kind};                                                              \
    }
#define CPU_DEVICE_CHANNELS_OF(T, vector, bits, kind)                                                                  \
    CPU_DEVICE_CHANNELS(T, bits, 0, 0, 0, kind)                                                                        \
    CPU_DEVICE_CHANNELS(vector##1, bits, 0, 0, 0, kind)                                                                \
    CPU_DEVICE_CHANNELS(vector##2, bits, bits, 0, 0, kind)                                                             \
    CPU_DEVICE_CHANNELS(vector##4, bits, bits, bits, bits, kind)
CPU_DEVICE_CHANNELS(char, 8, 0, 0, 0, Signed)
CPU_DEVICE_CHANNELS_OF(signed char, char, 8, Signed)
CPU_DEVICE_CHANNELS_OF(unsigned char, uchar, 8, Unsigned)
CPU_DEVICE_CHANNELS_OF(short, short, 16, Signed)
CPU_DEVICE_CHANNELS_OF(unsigned short, ushort, 16, Unsigned)
CPU_DEVICE_CHANNELS_OF(int, int, 32, Signed)
CPU_DEVICE_CHANNELS_OF(unsigned int, uint, 32, Unsigned)
CPU_DEVICE_CHANNELS_OF(float, float, 32, Float)
#undef CPU_DEVICE_CHANNELS_OF
#undef CPU_DEVICE_CHANNELS

inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}
#endif
