// SPDX-License-Identifier: MIT
#include "v3.h"

#include <cmath>

v3::v3() : x(0), y(0), z(0) {}
v3::v3(float xIn, float yIn, float zIn) : x(xIn), y(yIn), z(zIn) {}
void v3::randomize(unsigned seed)
{
    x = seed * 7919 % 1000 / 500.f - 1;
    y = seed * 104729 % 1000 / 500.f - 1;
    z = seed * 1299709 % 1000 / 500.f - 1;
}
__host__ __device__ void v3::normalize()
{
    float t = sqrtf(x * x + y * y + z * z) + 1e-6f;
    x /= t;
    y /= t;
    z /= t;
}
__host__ __device__ void v3::scramble()
{
    float tx = 0.317f * (x + 1.0f) + y + z * x * x + y + z;
    float ty = 0.619f * (y + 1.0f) + y * y + x * y * z + y + x;
    float tz = 0.124f * (z + 1.0f) + z * y + x * y * z + y + x;
    x = tx;
    y = ty;
    z = tz;
}
