// SPDX-License-Identifier: MIT
#include "particle.h"

__constant__ float time_step = 0.5f;
__device__ unsigned long long steps_taken;

particle::particle() : position(0, 0, 0), velocity(0, 0, 0), totalDistance(0, 0, 0) {}
void particle::init(unsigned seed)
{
    position.randomize(seed);
    velocity.randomize(seed + 1);
}
__host__ __device__ void particle::advance(float d)
{
    velocity.normalize();
    auto dx = d * velocity.x;
    position.x += dx;
    totalDistance.x += dx;
    auto dy = d * velocity.y;
    position.y += dy;
    totalDistance.y += dy;
    auto dz = d * velocity.z;
    position.z += dz;
    totalDistance.z += dz;
    velocity.scramble();
}
