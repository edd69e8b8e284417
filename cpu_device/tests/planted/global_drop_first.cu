// SPDX-License-Identifier: MIT
// global_drop_first.cu: the first sample is dropped, and all others move down a place where they lie.
// CPU exits 3
// CPU finds race-global: writes {move}, reads {move}
// all exits 0
#include "../kernel_run.h"

const int n = 128;

__global__ void drop_first(float *samples)
{
    int i = threadIdx.x;
#ifndef FIXED
    if (i + 1 < n)
        samples[i] = samples[i + 1]; // {move}
#else
    float next = i + 1 < n ? samples[i + 1] : 0;
    __syncthreads();
    if (i + 1 < n)
        samples[i] = next;
#endif
}

int main()
{
    device_array<float> samples(n, [](int i) { return i / 4.0f; });
    drop_first<<<1, n>>>(samples);
    if (finish(samples) != 0)
        return 1;
#ifdef FIXED
    for (int i = 0; i + 1 < n; i++)
        if (samples.on_host[i] != (i + 1) / 4.0f)
            return 1;
#endif
    return 0;
}
