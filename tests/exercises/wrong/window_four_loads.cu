// SPDX-License-Identifier: MIT
// Each thread loads its four elements itself. Says: slow: .*loads of global memory
#include "judge/window.h"

__global__ void window(const int *in, int *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k <= radius && k <= i; ++k)
        sum += in[i - k];
    out[i] = sum;
}
