// SPDX-License-Identifier: MIT
// CUDA's built-in vector types (sizes and alignments as in the CUDA C++ Programming Guide, "Built-in Vector Types"),
// dim3, and the make_ functions.
#pragma GCC system_header // as the toolkit's own: no warnings from here

#ifndef __VECTOR_TYPES_H__ // programs ask for this
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

#ifdef __cplusplus
// Alignment of a vector is its size where that is a power of two (at most 16), else that of its element.
#define CPU_DEVICE_VECTORS(T, name, align2, align4)                                                                    \
    struct name##1                                                                                                     \
    {                                                                                                                  \
        T x;                                                                                                           \
    };                                                                                                                 \
    struct alignas(align2) name##2                                                                                     \
    {                                                                                                                  \
        T x, y;                                                                                                        \
    };                                                                                                                 \
    struct name##3                                                                                                     \
    {                                                                                                                  \
        T x, y, z;                                                                                                     \
    };                                                                                                                 \
    struct alignas(align4) name##4                                                                                     \
    {                                                                                                                  \
        T x, y, z, w;                                                                                                  \
    };                                                                                                                 \
    [[gnu::always_inline]] __host__ __device__ constexpr name##1 make_##name##1(T x)                                   \
    {                                                                                                                  \
        return {x};                                                                                                    \
    }                                                                                                                  \
    [[gnu::always_inline]] __host__ __device__ constexpr name##2 make_##name##2(T x, T y)                              \
    {                                                                                                                  \
        return {x, y};                                                                                                 \
    }                                                                                                                  \
    [[gnu::always_inline]] __host__ __device__ constexpr name##3 make_##name##3(T x, T y, T z)                         \
    {                                                                                                                  \
        return {x, y, z};                                                                                              \
    }                                                                                                                  \
    [[gnu::always_inline]] __host__ __device__ constexpr name##4 make_##name##4(T x, T y, T z, T w)                    \
    {                                                                                                                  \
        return {x, y, z, w};                                                                                           \
    }

#else // C has the types alone
#define CPU_DEVICE_VECTORS(T, name, align2, align4)                                                                    \
    typedef struct name##1                                                                                             \
    {                                                                                                                  \
        T x;                                                                                                           \
    }                                                                                                                  \
    name##1;                                                                                                           \
    typedef struct __attribute__((aligned(align2))) name##2                                                            \
    {                                                                                                                  \
        T x, y;                                                                                                        \
    }                                                                                                                  \
    name##2;                                                                                                           \
    typedef struct name##3                                                                                             \
    {                                                                                                                  \
        T x, y, z;                                                                                                     \
    }                                                                                                                  \
    name##3;                                                                                                           \
    typedef struct __attribute__((aligned(align4))) name##4                                                            \
    {                                                                                                                  \
        T x, y, z, w;                                                                                                  \
    }                                                                                                                  \
    name##4;
#endif
CPU_DEVICE_VECTORS(signed char, char, 2, 4)
CPU_DEVICE_VECTORS(unsigned char, uchar, 2, 4)
CPU_DEVICE_VECTORS(short, short, 4, 8)
CPU_DEVICE_VECTORS(unsigned short, ushort, 4, 8)
CPU_DEVICE_VECTORS(int, int, 8, 16)
CPU_DEVICE_VECTORS(unsigned int, uint, 8, 16)
CPU_DEVICE_VECTORS(long, long, 16, 16)
CPU_DEVICE_VECTORS(unsigned long, ulong, 16, 16)
CPU_DEVICE_VECTORS(long long, longlong, 16, 16)
CPU_DEVICE_VECTORS(unsigned long long, ulonglong, 16, 16)
CPU_DEVICE_VECTORS(float, float, 8, 16)
CPU_DEVICE_VECTORS(double, double, 16, 16)
#undef CPU_DEVICE_VECTORS

// Four elements of 8 bytes, with the alignment in their name.
#ifdef __cplusplus
#define CPU_DEVICE_ALIGNED_VECTOR(T, name, alignment)                                                                  \
    struct alignas(alignment) name {                                                                                   \
        T x, y, z, w;                                                                                                  \
    };                                                                                                                 \
    [[gnu::always_inline]] __host__ __device__ constexpr name make_##name(T x, T y, T z, T w)                          \
    {                                                                                                                  \
        return {x, y, z, w};                                                                                           \
    }
#else
#define CPU_DEVICE_ALIGNED_VECTOR(T, name, alignment)                                                                  \
    typedef struct __attribute__((aligned(alignment))) name {                                                          \
        T x, y, z, w;                                                                                                  \
    } name;
#endif
#define CPU_DEVICE_ALIGNED_VECTORS(T, name)                                                                            \
    CPU_DEVICE_ALIGNED_VECTOR(T, name##4_16a, 16)                                                                      \
    CPU_DEVICE_ALIGNED_VECTOR(T, name##4_32a, 32)
CPU_DEVICE_ALIGNED_VECTORS(long, long)
CPU_DEVICE_ALIGNED_VECTORS(unsigned long, ulong)
CPU_DEVICE_ALIGNED_VECTORS(long long, longlong)
CPU_DEVICE_ALIGNED_VECTORS(unsigned long long, ulonglong)
CPU_DEVICE_ALIGNED_VECTORS(double, double)
#undef CPU_DEVICE_ALIGNED_VECTORS
#undef CPU_DEVICE_ALIGNED_VECTOR

// The size of a grid in blocks or of a block in threads; what is left out is 1.
#ifdef __cplusplus
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const
    {
        return {x, y, z};
    }
};
#else
typedef struct dim3 {
    unsigned int x, y, z;
} dim3;
#endif

#endif

// Eigen includes this header again once it has defined EIGEN_CUDACC.
#ifdef EIGEN_CUDACC
#include "cpu_device/eigen.h"
#endif
