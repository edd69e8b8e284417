// SPDX-License-Identifier: MIT
// Sums of two, then sums of two of those: two barriers.
#include "judge/window.h"

__global__ void window(const int *in, int *out, int n)
{
    __shared__ int one[radius + most_threads], two[radius + most_threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    one[radius + t] = i < n ? in[i] : 0;
    if (t < radius)
        one[t] = i >= radius && i - radius < n ? in[i - radius] : 0;
    __syncthreads();
    two[radius + t] = one[radius + t] + one[radius + t - 1];
    if (t == 0 || t == 1)
        two[1 + t] = one[1 + t] + one[t];
    __syncthreads();
    if (i < n)
        out[i] = two[radius + t] + two[radius + t - 2];
}
