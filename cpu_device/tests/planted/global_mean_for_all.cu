// SPDX-License-Identifier: MIT
// global_mean_for_all.cu: one thread works out the mean for all, and the others subtract it without waiting.
// CPU exits 3
// CPU finds race-global: writes {mean}, reads {use}
// CPU says variable mean
// all exits 0
#include "../kernel_run.h"

const int n = 40;

__device__ float mean;

__global__ void center(const float *in, float *out)
{
    int i = threadIdx.x;
    if (i == n - 1) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += in[j];
        mean = sum / n; // {mean}
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[i] = in[i] - mean; // {use}
}

int main()
{
    device_array<float> in(n, [](int i) { return i % 2 ? 12 : 4; }), out(n);
    center<<<1, n>>>(in, out);
    return check_fixed(out, [](int i) { return i % 2 ? 4 : -4; });
}
