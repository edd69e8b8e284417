// SPDX-License-Identifier: MIT
// race_struct_copy.cu: every thread of a block copies its own particle to the block's one shared particle.
// CPU exits 3
// CPU finds race-shared: writes {copy}, writes {copy}
// CPU says kernel choose, block (0,0,0), chosen
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_struct_copy.cu:{copy}
#include "../kernel_run.h"

struct particle {
    float x, y, mass;
};

const int threads = 64;

__global__ void choose(const struct particle *in, struct particle *out)
{
    __shared__ struct particle chosen;
#ifdef FIXED
    if (threadIdx.x == 5)
#endif
        chosen = in[threadIdx.x]; // {copy}
    __syncthreads();
    if (threadIdx.x == 0)
        *out = chosen;
}

int main()
{
    struct particle in[threads];
    for (int i = 0; i < threads; i++)
        in[i] = {(float)i, 2.0f * i, 1.0f};
    device_array<struct particle> dev_in(threads, in), out(1);
    choose<<<1, threads>>>(dev_in, out);
    return finish(out) || (is_fixed && (out.on_host->x != 5 || out.on_host->y != 10));
}
