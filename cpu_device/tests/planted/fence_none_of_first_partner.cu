// SPDX-License-Identifier: MIT
// fence_none_of_first_partner.cu: the second block of a pair merges what the first stored; only it has a fence.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {merge}
// all exits 0
#include "../kernel_run.h"

const int pairs = 3;

__device__ double halves[pairs][2];
__device__ int visits[pairs];

__global__ void integrate(double *areas)
{
    int pair = blockIdx.x / 2, half = blockIdx.x % 2;
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (pair + 1) * (4 * half + i);
    halves[pair][half] = sum; // {store}
#ifdef FIXED
    __threadfence();
#endif
    if (atomicAdd(&visits[pair], 1) == 0)
        return;
    __threadfence();
    areas[pair] = sum + halves[pair][1 - half]; // {merge}
}

int main()
{
    device_array<double> areas(pairs, zeros);
    integrate<<<2 * pairs, 1>>>(areas);
    return check_fixed(areas, [](int i) { return 28 * (i + 1); });
}
