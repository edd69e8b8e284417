// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>

cudaError_t scale(float *words, int n, float factor); // words of the host
