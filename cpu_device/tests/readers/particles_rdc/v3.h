// SPDX-License-Identifier: MIT
#pragma once

class v3
{
  public:
    float x, y, z;
    v3();
    v3(float xIn, float yIn, float zIn);
    void randomize(unsigned seed);
    __host__ __device__ void normalize();
    __host__ __device__ void scramble();
};
