// SPDX-License-Identifier: MIT
// warp_last_five_steps.cu: the product of a warp's factors, in five steps that do not wait for one another.
// CPU exits 3
// CPU finds race-global: writes {step}, reads {step}
// all exits 0
#include "../kernel_run.h"

__global__ void multiply(float *factors)
{
    unsigned lane = threadIdx.x % 32;
    float *mine = factors + threadIdx.x;
    for (unsigned half = 16; half > 0; half /= 2) {
        if (lane < half)
            *mine *= mine[half]; // {step}
#ifdef FIXED
        __syncwarp();
#endif
    }
}

int main()
{
    const int warps = 3, n = 32 * warps;
    device_array<float> factors(n, [](int i) { return i % 2 ? 2.0f : 0.5f + i / 32; });
    multiply<<<1, n>>>(factors);
    return finish(factors) || (is_fixed && (factors.on_host[0] != 1 || factors.on_host[32] != 43046721));
}
