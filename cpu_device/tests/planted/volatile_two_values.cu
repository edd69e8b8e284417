// SPDX-License-Identifier: MIT
// volatile_two_values.cu: a sum and its count are volatile; the fence lies between their stores, not after both.
// CPU exits 3
// CPU finds volatile-without-fence: writes {weight}, reads {read}
// CPU says variable weights
// all exits 0
#include "../kernel_run.h"

const int blocks = 6;

__device__ volatile double sums[blocks];
__device__ volatile double weights[blocks];
__device__ int arrived;

__global__ void weighted_mean(double *out)
{
    int b = blockIdx.z;
    sums[b] = 2.0 * (b + 1) * (b + 1);
#ifndef FIXED
    __threadfence();
#endif
    weights[b] = b + 1; // {weight}
#ifdef FIXED
    __threadfence();
#endif
    if (atomicAdd(&arrived, 1) < blocks - 1)
        return;
    __threadfence();
    double sum = 0, weight = 0;
    for (int i = 0; i < blocks; i++) {
        sum += sums[i];
        weight += weights[i]; // {read}
    }
    *out = sum / weight;
}

int main()
{
    device_array<double> out(1);
    weighted_mean<<<dim3(1, 1, blocks), 1>>>(out);
    return check_fixed(out, 2.0 * 91 / 21);
}
