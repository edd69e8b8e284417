// SPDX-License-Identifier: MIT
// Complex numbers as CUDA's libraries take them: a float2 or a double2, of real and imaginary part, and their
// arithmetic.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CU_COMPLEX_H_ // programs ask for this

#include <math.h>

#include "cpu_device/letters_hidden.h"

#include "vector_types.h"

// With f for float, without for double.
#define CPU_DEVICE_COMPLEX_FUNCTION __host__ __device__ static inline
#define CPU_DEVICE_COMPLEX(C, V, T, f)                                                                                 \
    typedef V C;                                                                                                       \
    CPU_DEVICE_COMPLEX_FUNCTION C make_##C(T real, T imaginary)                                                        \
    {                                                                                                                  \
        C z;                                                                                                           \
        z.x = real;                                                                                                    \
        z.y = imaginary;                                                                                               \
        return z;                                                                                                      \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION T cuCreal##f(C z)                                                                      \
    {                                                                                                                  \
        return z.x;                                                                                                    \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION T cuCimag##f(C z)                                                                      \
    {                                                                                                                  \
        return z.y;                                                                                                    \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION C cuConj##f(C z)                                                                       \
    {                                                                                                                  \
        return make_##C(z.x, -z.y);                                                                                    \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION C cuCadd##f(C a, C b)                                                                  \
    {                                                                                                                  \
        return make_##C(a.x + b.x, a.y + b.y);                                                                         \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION C cuCsub##f(C a, C b)                                                                  \
    {                                                                                                                  \
        return make_##C(a.x - b.x, a.y - b.y);                                                                         \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION C cuCmul##f(C a, C b)                                                                  \
    {                                                                                                                  \
        return make_##C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                                 \
    }                                                                                                                  \
    /* scaled by the size of b, against overflow */                                                                    \
    CPU_DEVICE_COMPLEX_FUNCTION C cuCdiv##f(C a, C b)                                                                  \
    {                                                                                                                  \
        T scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                                                   \
        a = make_##C(a.x * scale, a.y * scale);                                                                        \
        b = make_##C(b.x * scale, b.y * scale);                                                                        \
        T square = b.x * b.x + b.y * b.y;                                                                              \
        return make_##C((a.x * b.x + a.y * b.y) / square, (a.y * b.x - a.x * b.y) / square);                           \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION T cuCabs##f(C z)                                                                       \
    {                                                                                                                  \
        return hypot##f(z.x, z.y);                                                                                     \
    }                                                                                                                  \
    CPU_DEVICE_COMPLEX_FUNCTION C cuCfma##f(C a, C b, C c)                                                             \
    {                                                                                                                  \
        return cuCadd##f(cuCmul##f(a, b), c);                                                                          \
    }
CPU_DEVICE_COMPLEX(cuFloatComplex, float2, float, f)
CPU_DEVICE_COMPLEX(cuDoubleComplex, double2, double, )
#undef CPU_DEVICE_COMPLEX

typedef cuFloatComplex cuComplex;
CPU_DEVICE_COMPLEX_FUNCTION cuComplex make_cuComplex(float real, float imaginary)
{
    return make_cuFloatComplex(real, imaginary);
}
CPU_DEVICE_COMPLEX_FUNCTION cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_cuDoubleComplex(z.x, z.y);
}
CPU_DEVICE_COMPLEX_FUNCTION cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}
#undef CPU_DEVICE_COMPLEX_FUNCTION

#include "cpu_device/letters_shown.h"
