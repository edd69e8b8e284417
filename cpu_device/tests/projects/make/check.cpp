// SPDX-License-Identifier: MIT
#include "scale.h"
#include <cmath>
#include <cuda_runtime.h>

int wrong_words(const float *words, int n, float factor)
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += !(std::fabs(words[i] - factor * (float)i) < 1e-6f);
    return wrong + (cudaGetLastError() != cudaSuccess);
}
