// SPDX-License-Identifier: MIT
// Two buffers in turn, one barrier a step.
#include "judge/scan.h"

__global__ void scan(const int *in, int *out)
{
    __shared__ int buffers[2][most_threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x, now = 0;
    buffers[now][t] = in[i];
    for (int step = 1; step < blockDim.x; step *= 2, now = !now) {
        __syncthreads();
        buffers[!now][t] = buffers[now][t] + (t >= step ? buffers[now][t - step] : 0);
    }
    out[i] = buffers[now][t];
}
