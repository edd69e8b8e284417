// SPDX-License-Identifier: MIT
#pragma once
#include "v3.h"

extern __constant__ float time_step;
extern __device__ unsigned long long steps_taken;

class particle
{
    v3 position, velocity, totalDistance;

  public:
    particle();
    void init(unsigned seed);
    __host__ __device__ void advance(float dist);
    const v3 &getTotalDistance() const
    {
        return totalDistance;
    }
};
